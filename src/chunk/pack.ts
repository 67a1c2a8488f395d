/**
 * Which of the possible cuts to make: the cheapest set under a hard cap, found by
 * dynamic programming; a greedy choice would leave a tiny last chunk.
 *
 *     cost = Σ cost of each cut made
 *          + Σ EMPTY · (1 − tokens / cap)²     of each chunk: small chunks are bad
 *          + Σ CROSS · (cost − cheapest inside)  of each cut at the end or start of a
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

const EMPTY = 6;
const CROSS = 0.5;
/** A longer chunk may have fewer tokens, so the search ends only after several chunks over the cap. */
const MAX_OVER = 3;
const FAR_OVER = 1.25;
/** Cuts closer than this share of the cap are thinned. */
const FINEST = 1 / 24;
/** Cuts between paragraphs are thinned the least; those between words are few already, and not thinned. */
const PARAGRAPH_COST = 1;
const PARAGRAPH_SHARE = 1 / 4;
const WORD_COST = 7;

export interface PackLimits {
  /** Tokens of the first chunk; the others leave room for their overlap. */
  readonly first: number;
  readonly others: number;
  readonly chars: number;
}

/** Exact tokens between cut `i` and cut `j`, where 0 is the span's start and the last its end. */
export type Between = (i: number, j: number) => number;

/** Indexes of the cuts to make, ascending: out of 1 … count - 1. `at` holds the span's start, its cuts and its end. */
export function pack(at: ArrayLike<number>, cost: ArrayLike<number>, between: Between, limits: PackLimits): number[] {
  const last = at.length - 1;
  const best = new Float64Array(at.length).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array(at.length);
  best[0] = 0;
  for (let j = 1; j <= last; j++) {
    const price = j === last ? 0 : cost[j];
    let over = 0;
    let cheapest = Number.POSITIVE_INFINITY; // of the cuts strictly between i and j
    for (let i = j - 1; i >= 0; i--) {
      if (i + 1 < j && cost[i + 1] < cheapest) cheapest = cost[i + 1];
      const cap = i === 0 ? limits.first : limits.others;
      if (at[j] - at[i] > limits.chars) break;
      const tokens = between(i, j);
      if (tokens > cap) {
        if (++over > MAX_OVER || tokens > cap * FAR_OVER) break;
        continue;
      }
      if (best[i] + price > best[j]) continue; // the rest of the cost is never negative
      const empty = 1 - Math.max(tokens / cap, (at[j] - at[i]) / limits.chars);
      const crossed =
        (price > cheapest ? price - cheapest : 0) + (i > 0 && cost[i] > cheapest ? cost[i] - cheapest : 0);
      const total = best[i] + EMPTY * empty * empty + price + CROSS * crossed;
      if (total <= best[j]) {
        best[j] = total;
        from[j] = i;
      }
    }
    // A part that exceeds the cap and cannot be cut: keep it; the caller sees that it is too large.
    if (best[j] === Number.POSITIVE_INFINITY) {
      best[j] = best[j - 1];
      from[j] = j - 1;
    }
  }
  const chosen: number[] = [];
  for (let j = from[last]; j > 0; j = from[j]) chosen.push(j);
  return chosen.reverse();
}

/**
 * Drops cuts that are too close together as they are found: a text of 100 MB has
 * millions. A cut is kept if the distance of its neighbours would exceed two of
 * the finest chunks without it.
 */
export class ThinnedCuts implements CutList {
  readonly #tokensAt: (at: number) => number;
  readonly #leastTokens: number;
  readonly #leastChars: number;
  readonly #end: number;
  /** The start of the span, the cuts that are kept, and finally its end, with their costs. */
  #at = new Uint32Array(64);
  #cost = new Float64Array(64);
  #length = 1;
  /** The last cut that was kept, and the tokens before it. */
  #keptAt: number;
  #kept: number;
  /** The pending cut: decided when the next is known. */
  #hereAt = -1;
  #here = 0;
  #hereCost = 0;

  constructor(tokensAt: (at: number) => number, { start, end }: Span, limits: PackLimits) {
    this.#tokensAt = tokensAt;
    this.#leastTokens = limits.others * FINEST;
    this.#leastChars = limits.chars * FINEST;
    this.#end = end;
    this.#at[0] = start;
    this.#keptAt = start;
    this.#kept = tokensAt(start);
  }

  add(at: number, cost: number): void {
    const tokens = this.#tokensAt(at);
    if (this.#hereAt >= 0) this.#decide(at, tokens);
    this.#hereAt = at;
    this.#here = tokens;
    this.#hereCost = cost;
  }

  /** What pack() takes, when all are found. */
  bounds(): { readonly at: Uint32Array; readonly cost: Float64Array } {
    if (this.#hereAt >= 0) this.#decide(this.#end, this.#tokensAt(this.#end));
    this.#hereAt = -1;
    this.#push(this.#end, 0);
    return { at: this.#at.subarray(0, this.#length), cost: this.#cost.subarray(0, this.#length) };
  }

  #decide(nextAt: number, next: number): void {
    const [hereAt, cost] = [this.#hereAt, this.#hereCost];
    const share = cost <= PARAGRAPH_COST ? PARAGRAPH_SHARE : 1;
    const [tokens, chars] = [this.#leastTokens * share, this.#leastChars * share];
    const fine =
      this.#here - this.#kept < tokens &&
      next - this.#kept <= 2 * tokens &&
      hereAt - this.#keptAt < chars &&
      nextAt - this.#keptAt <= 2 * chars;
    if (cost >= WORD_COST || !fine) {
      this.#push(hereAt, cost);
      this.#keptAt = hereAt;
      this.#kept = this.#here;
    } else if (this.#length > 1 && cost < this.#cost[this.#length - 1]) {
      // Of two close cuts the cheaper one is kept; the shift is less than a finest chunk.
      this.#at[this.#length - 1] = hereAt;
      this.#cost[this.#length - 1] = cost;
    }
  }

  #push(at: number, cost: number): void {
    if (this.#length === this.#at.length) {
      const [places, costs] = [new Uint32Array(this.#length * 2), new Float64Array(this.#length * 2)];
      places.set(this.#at);
      costs.set(this.#cost);
      [this.#at, this.#cost] = [places, costs];
    }
    this.#at[this.#length] = at;
    this.#cost[this.#length++] = cost;
  }
}
