/**
 * A text measured once, so that the exact count of any part of it is a
 * subtraction. This is what makes cutting at an exact token cap cost little
 * more than counting.
 *
 * A tokenizer cuts a text into pretokens and merges bytes inside a pretoken only, and
 * its pretoken rules never look back (pretokens.ts). So:
 *
 *     text      f o o ( b a r ) ; \n \n   x
 *     pretokens   |foo  |(bar  |);\n \n |  |x        counts 1 1 1 1 1
 *                    a                  b
 *
 * From `a`, a pretoken boundary, the part is split just as the whole was. This
 * holds up to `b`, unless the part ends in the middle of a pretoken, or in white
 * space, whose rule looks ahead to the next word; then the few characters from
 * the last safe boundary on are counted by themselves. For an `a` inside a
 * pretoken, both splits coincide again after a few pretokens.
 */
import type { BytePair } from './bytePair.js';
import { LOOKAHEAD } from './pretokens.js';
import type { Ruler, TokenEdge, Tokenizer } from './tokenizer.js';

/** Sums are kept every 2⁵ code units. */
const SHIFT = 5;
/** Longer pretokens are not scanned for a boundary. */
const REACH = 256;
/** A text before a part changes its pretokens no further than this, except in long runs of one kind. */
const SEAM = 32;
const NEVER_SETTLED = Number.MAX_SAFE_INTEGER;

/** Where pretokens start and how many tokens each has: one byte per code unit, with sums at every stride. */
export class Marks {
  readonly length: number;
  readonly #counts: Uint8Array;
  /** Counts that do not fit into a byte. */
  readonly #large = new Map<number, number>();
  /** Tokens of the pretokens that start before each stride. */
  readonly #sums: Uint32Array;
  #summed = 0;
  #total = 0;

  constructor(length: number) {
    this.length = length;
    this.#counts = new Uint8Array(length);
    this.#sums = new Uint32Array((length >> SHIFT) + 1);
  }

  /** A pretoken starts here. They come in order. */
  set(at: number, tokens: number): void {
    this.#sumTo(at >> SHIFT);
    this.#total += tokens;
    if (tokens < 255) this.#counts[at] = tokens;
    else {
      this.#counts[at] = 255;
      this.#large.set(at, tokens);
    }
  }

  starts(at: number): boolean {
    return at >= this.length || this.#counts[at] > 0;
  }

  /** Tokens of the pretokens that start before `at`. */
  before(at: number): number {
    const block = at >> SHIFT;
    if (block > this.#summed) this.#sumTo(block);
    return this.#sums[block] + this.#sum(block << SHIFT, at);
  }

  #sumTo(block: number): void {
    while (this.#summed < block) this.#sums[++this.#summed] = this.#total;
  }

  #sum(from: number, to: number): number {
    const counts = this.#counts;
    let sum = 0;
    for (let i = from; i < to; i++) sum += counts[i];
    if (this.#large.size > 0) {
      for (let i = from; i < to; i++) if (counts[i] === 255) sum += (this.#large.get(i) ?? 255) - 255;
    }
    return sum;
  }
}

export class BytePairRuler implements Ruler {
  readonly #text: string;
  readonly #marks: Marks;
  readonly #tokenizer: BytePair;

  constructor(text: string, marks: Marks, tokenizer: BytePair) {
    this.#text = text;
    this.#marks = marks;
    this.#tokenizer = tokenizer;
  }

  tokens(start: number, end: number, limit = Number.POSITIVE_INFINITY): number {
    if (start >= end) return 0;
    const anchored = this.#anchor(end, start);
    const [settled, head] = this.#settle(start, anchored, limit);
    if (settled > anchored) return this.#direct(start, end, limit);
    const sure = head + this.#marks.before(anchored) - this.#marks.before(settled);
    return sure > limit || anchored === end ? sure : sure + this.#direct(anchored, end, limit - sure);
  }

  /** `before` and the beginning of the part are read until their pretokens coincide with those of the text. */
  tokensAfter(before: string, start: number, end: number): number {
    const sure = start + SEAM;
    if (sure + LOOKAHEAD < end) {
      const head = this.#tokenizer.marks(before + this.#text.slice(start, sure + LOOKAHEAD));
      for (let at = start; at <= sure; at++) {
        const inHead = before.length + at - start;
        if (head.starts(inHead) && this.#marks.starts(at)) return head.before(inHead) + this.tokens(at, end);
      }
    }
    return this.#tokenizer.count(before + this.#text.slice(start, end));
  }

  fits(start: number, end: number, limit: number): boolean {
    // A token has at least one byte, and a code unit at most three: most calls end here.
    return (end - start) * 3 <= limit || this.tokens(start, end, limit) <= limit;
  }

  edge(at: number): TokenEdge {
    const marks = this.#marks;
    if (marks.starts(at) && this.#anchor(at, at - 1) === at) {
      const sum = marks.before(at);
      return { opens: sum, closes: sum, settled: at, anchored: at };
    }
    const anchored = this.#anchor(at, Math.max(0, at - REACH));
    const [settled, head] = this.#settle(at, Math.min(at + REACH, marks.length), Number.POSITIVE_INFINITY);
    const far = !marks.starts(anchored);
    return {
      settled,
      opens: settled === NEVER_SETTLED ? 0 : marks.before(settled) - head,
      anchored: far ? -1 : anchored,
      closes: far
        ? 0
        : marks.before(anchored) + (anchored === at ? 0 : this.#tokenizer.count(this.#text.slice(anchored, at))),
    };
  }

  roughly(at: number): number {
    return this.#marks.before(at);
  }

  /**
   * The last boundary up to which a part ending at `end` is certainly split as
   * the whole was: no later than its last visible character, or its last line
   * break if it ends with one. Looks no further back than `least`.
   */
  #anchor(end: number, least: number): number {
    const text = this.#text;
    const marks = this.#marks;
    let at = end;
    const last = text.charCodeAt(end - 1);
    const endsLine = (last === 10 || last === 13) && marks.starts(end);
    if (!endsLine && end < text.length) while (at > least && isSpace(text.charCodeAt(at - 1))) at--;
    while (at > least && !marks.starts(at)) at--;
    return at;
  }

  /** The first boundary of the whole text that is also one of the pretokens from `start`, and the tokens up to there. */
  #settle(start: number, end: number, limit: number): [settled: number, tokens: number] {
    let at = start;
    let tokens = 0;
    while (!this.#marks.starts(at)) {
      if (at >= end || tokens > limit) return [NEVER_SETTLED, tokens];
      // Read a little past `end`, as in the whole text.
      const next = this.#tokenizer.pretokenEnd(this.#text, at, Math.min(end + LOOKAHEAD, this.#text.length));
      if (next > end) return [NEVER_SETTLED, tokens];
      tokens += this.#tokenizer.count(this.#text.slice(at, next));
      at = next;
    }
    return [at, tokens];
  }

  #direct(start: number, end: number, limit: number): number {
    // No token is longer than `longest` bytes, so such a text exceeds the limit without being counted.
    if (end - start > (limit + 1) * this.#tokenizer.longest) return limit + 1;
    return this.#tokenizer.count(this.#text.slice(start, end), limit);
  }
}

const isSpace = (unit: number): boolean =>
  unit === 32 || (unit >= 9 && unit <= 13) || (unit >= 0x85 && /\s|\u0085/.test(String.fromCharCode(unit)));

/**
 * A ruler for a tokenizer that can only count. Parts are counted directly; edges
 * are sums over whole lines, exact enough to choose cuts, and every chunk is
 * counted again before it is written.
 */
export function plainRuler(text: string, tokenizer: Tokenizer): Ruler {
  const starts: number[] = [0];
  const sums: number[] = [0];

  /** Tokens before `at`, counted line by line and cached. */
  const before = (at: number): number => {
    while (starts[starts.length - 1] < at) {
      const from = starts[starts.length - 1];
      const lf = text.indexOf('\n', from);
      const end = lf < 0 ? text.length : lf + 1;
      sums.push(sums[sums.length - 1] + tokenizer.count(text.slice(from, end)));
      starts.push(end);
    }
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= at) low = middle;
      else high = middle - 1;
    }
    return starts[low] === at ? sums[low] : sums[low] + tokenizer.count(text.slice(starts[low], at));
  };

  return {
    tokens: (start, end, limit) => (start >= end ? 0 : tokenizer.count(text.slice(start, end), limit)),
    fits: (start, end, limit) => tokenizer.count(text.slice(start, end), limit) <= limit,
    roughly: before,
    edge: (at): TokenEdge => {
      const sum = before(at);
      return { opens: sum, closes: sum, settled: at, anchored: at };
    },
  };
}
