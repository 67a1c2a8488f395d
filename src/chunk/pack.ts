/**
 * Which of the possible cuts to make: the cheapest set under a hard cap, found by
 * dynamic programming; a greedy choice would leave a tiny last chunk.
 *
 *     cost = Σ cost of each cut made
 *          + Σ EMPTY_WEIGHT · (1 − tokens / cap)²     of each chunk: small chunks are bad
 *          + Σ CROSSING_WEIGHT · (cost − cheapest inside)  of each cut at the end or start of a
 *            chunk, if a cheaper one inside it is unused: a paragraph and one word
 *            of the next is worse than the paragraph alone
 *
 *     three paragraphs of 300 tokens, cap 512:   300 | 300 | 300
 *     six of 150:                                450 | 450        and not 450 | 300 | 150
 *     five of 150:                               300 | 450        and not 450 | 300: a tie goes to the earlier cut
 *
 * best[j] is the least cost of text[0, j) cut at j; each j looks back over the
 * chunks that could end there, up to the cap.
 */
import type { Span } from '../types.js';
import type { CutList } from './levels.js';

const EMPTY_WEIGHT = 6;
const CROSSING_WEIGHT = 0.5;
/** A longer chunk may have fewer tokens, so the search ends only after several chunks over the cap. */
const MAX_CHUNKS_OVER_CAP = 3;
const FAR_OVER_CAP = 1.25;
/** Cuts closer than this share of the cap are thinned. */
const FINEST_SHARE = 1 / 24;
/** Cuts between paragraphs are thinned the least; those between words are few already, and not thinned. */
const PARAGRAPH_COST = 1;
const PARAGRAPH_SHARE = 1 / 4;
const WORD_COST = 7;

export interface PackLimits {
  /** Tokens of the first chunk; the others leave room for their overlap. */
  readonly firstTokens: number;
  readonly otherTokens: number;
  readonly maxChars: number;
}

/** Exact tokens between cut `i` and cut `j`, where 0 is the span's start and the last its end. */
export type TokensBetween = (i: number, j: number) => number;

/** Indexes of the cuts to make, ascending: out of 1 … count - 1. `at` holds the span's start, its cuts and its end. */
export function pack(
  at: ArrayLike<number>,
  cost: ArrayLike<number>,
  tokensBetween: TokensBetween,
  limits: PackLimits,
): number[] {
  const last = at.length - 1;
  const best = new Float64Array(at.length).fill(Number.POSITIVE_INFINITY);
  const previous = new Int32Array(at.length);
  best[0] = 0;
  for (let j = 1; j <= last; j++) {
    const cutCost = j === last ? 0 : cost[j];
    let chunksOverCap = 0;
    let cheapest = Number.POSITIVE_INFINITY; // of the cuts strictly between i and j
    for (let i = j - 1; i >= 0; i--) {
      if (i + 1 < j && cost[i + 1] < cheapest) cheapest = cost[i + 1];
      const cap = i === 0 ? limits.firstTokens : limits.otherTokens;
      if (at[j] - at[i] > limits.maxChars) break;
      const tokens = tokensBetween(i, j);
      if (tokens > cap) {
        if (++chunksOverCap > MAX_CHUNKS_OVER_CAP || tokens > cap * FAR_OVER_CAP) break;
        continue;
      }
      if (best[i] + cutCost > best[j]) continue; // the rest of the cost is never negative
      const empty = 1 - Math.max(tokens / cap, (at[j] - at[i]) / limits.maxChars);
      const crossed =
        (cutCost > cheapest ? cutCost - cheapest : 0) + (i > 0 && cost[i] > cheapest ? cost[i] - cheapest : 0);
      const total = best[i] + EMPTY_WEIGHT * empty * empty + cutCost + CROSSING_WEIGHT * crossed;
      if (total <= best[j]) {
        best[j] = total;
        previous[j] = i;
      }
    }
    // A part that exceeds the cap and cannot be cut: keep it; the caller sees that it is too large.
    if (best[j] === Number.POSITIVE_INFINITY) {
      best[j] = best[j - 1];
      previous[j] = j - 1;
    }
  }
  const chosen: number[] = [];
  for (let j = previous[last]; j > 0; j = previous[j]) chosen.push(j);
  return chosen.reverse();
}

/**
 * Drops cuts that are too close together as they are found: a text of 100 MB has
 * millions. A cut is kept if the distance of its neighbours would exceed two of
 * the finest chunks without it.
 */
export class ThinnedCuts implements CutList {
  readonly #tokensAt: (at: number) => number;
  readonly #minTokens: number;
  readonly #minChars: number;
  readonly #end: number;
  /** The start of the span, the cuts that are kept, and finally its end, with their costs. */
  #at = new Uint32Array(64);
  #cost = new Float64Array(64);
  #length = 1;
  /** The last cut that was kept, and the tokens before it. */
  #keptAt: number;
  #keptTokens: number;
  /** The pending cut: decided when the next is known. */
  #pendingAt = -1;
  #pendingTokens = 0;
  #pendingCost = 0;

  constructor(tokensAt: (at: number) => number, { start, end }: Span, limits: PackLimits) {
    this.#tokensAt = tokensAt;
    this.#minTokens = limits.otherTokens * FINEST_SHARE;
    this.#minChars = limits.maxChars * FINEST_SHARE;
    this.#end = end;
    this.#at[0] = start;
    this.#keptAt = start;
    this.#keptTokens = tokensAt(start);
  }

  add(at: number, cost: number): void {
    const tokens = this.#tokensAt(at);
    if (this.#pendingAt >= 0) this.#decide(at, tokens);
    this.#pendingAt = at;
    this.#pendingTokens = tokens;
    this.#pendingCost = cost;
  }

  /** What pack() takes, when all are found. */
  bounds(): { readonly at: Uint32Array; readonly cost: Float64Array } {
    if (this.#pendingAt >= 0) this.#decide(this.#end, this.#tokensAt(this.#end));
    this.#pendingAt = -1;
    this.#push(this.#end, 0);
    return { at: this.#at.subarray(0, this.#length), cost: this.#cost.subarray(0, this.#length) };
  }

  #decide(nextAt: number, nextTokens: number): void {
    const [pendingAt, cost] = [this.#pendingAt, this.#pendingCost];
    const share = cost <= PARAGRAPH_COST ? PARAGRAPH_SHARE : 1;
    const [minTokens, minChars] = [this.#minTokens * share, this.#minChars * share];
    const isTooClose =
      this.#pendingTokens - this.#keptTokens < minTokens &&
      nextTokens - this.#keptTokens <= 2 * minTokens &&
      pendingAt - this.#keptAt < minChars &&
      nextAt - this.#keptAt <= 2 * minChars;
    if (cost >= WORD_COST || !isTooClose) {
      this.#push(pendingAt, cost);
      this.#keptAt = pendingAt;
      this.#keptTokens = this.#pendingTokens;
    } else if (this.#length > 1 && cost < this.#cost[this.#length - 1]) {
      // Of two close cuts the cheaper one is kept; the shift is less than a finest chunk.
      this.#at[this.#length - 1] = pendingAt;
      this.#cost[this.#length - 1] = cost;
    }
  }

  #push(at: number, cost: number): void {
    if (this.#length === this.#at.length) {
      const [positions, costs] = [new Uint32Array(this.#length * 2), new Float64Array(this.#length * 2)];
      positions.set(this.#at);
      costs.set(this.#cost);
      [this.#at, this.#cost] = [positions, costs];
    }
    this.#at[this.#length] = at;
    this.#cost[this.#length++] = cost;
  }
}
