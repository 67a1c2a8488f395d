/**
 * Byte-pair merging of one pretoken: join the neighbouring pair of lowest rank,
 * again and again, until no pair is a token.
 *
 *     l o w e r   →  l ow e r  →  l ow er  →  low er          2 tokens
 *
 * Short pretokens keep their parts in an array and scan it for the lowest pair;
 * long ones (base64, one letter a million times) keep the pairs in a heap, so
 * that the work is n log n.
 */
import { NO_RANK, type Ranks } from './ranks.js';

const MAX_SHORT_BYTES = 96;

const orNone = (rank: number): number => (rank < 0 ? NO_RANK : rank);

export class Merge {
  readonly #ranks: Ranks;
  readonly #parts = new Int32Array(MAX_SHORT_BYTES + 2);
  readonly #pairRanks = new Int32Array(MAX_SHORT_BYTES + 2);

  constructor(ranks: Ranks) {
    this.#ranks = ranks;
  }

  /** Number of tokens of `bytes[0, length)`; their ends go to `ends`, if given. */
  run(bytes: Uint8Array, length: number, ends?: number[]): number {
    if (length <= this.#ranks.longest && this.#ranks.rank(bytes, 0, length) >= 0) {
      ends?.push(length);
      return 1;
    }
    return length <= MAX_SHORT_BYTES ? this.#short(bytes, length, ends) : this.#long(bytes, length, ends);
  }

  #short(bytes: Uint8Array, length: number, ends?: number[]): number {
    const ranks = this.#ranks;
    const parts = this.#parts; // parts[i] is where part i starts; parts[count] is the end
    const pairs = this.#pairRanks; // pairs[i] is the rank of parts i and i + 1 joined
    let count = length;
    for (let i = 0; i <= length; i++) parts[i] = i;
    for (let i = 0; i + 1 < length; i++) pairs[i] = ranks.pair(bytes[i], bytes[i + 1]);
    for (;;) {
      let lowest = NO_RANK;
      let at = -1;
      for (let i = 0; i + 1 < count; i++) {
        if (pairs[i] < lowest) {
          lowest = pairs[i];
          at = i;
        }
      }
      if (at < 0) break;
      for (let i = at + 1; i < count; i++) parts[i] = parts[i + 1];
      for (let i = at + 1; i + 2 < count; i++) pairs[i] = pairs[i + 1];
      count--;
      if (at + 1 < count) pairs[at] = orNone(ranks.rank(bytes, parts[at], parts[at + 2]));
      if (at > 0) pairs[at - 1] = orNone(ranks.rank(bytes, parts[at - 1], parts[at + 1]));
    }
    if (ends) for (let i = 1; i <= count; i++) ends.push(parts[i]);
    return count;
  }

  #long(bytes: Uint8Array, length: number, ends?: number[]): number {
    const ranks = this.#ranks;
    const next = new Int32Array(length + 1); // start of the following part
    const previous = new Int32Array(length + 1);
    const current = new Int32Array(length + 1).fill(-1); // rank of the pair that starts here
    for (let i = 0; i <= length; i++) {
      next[i] = i + 1;
      previous[i] = i - 1;
    }
    const heap = new PairHeap(length);
    const update = (start: number): void => {
      const second = next[start];
      current[start] = second < length ? ranks.rank(bytes, start, next[second]) : -1;
      if (current[start] >= 0) heap.push(current[start], start);
    };
    for (let i = 0; i < length - 1; i++) update(i);
    let count = length;
    while (heap.pop()) {
      const start = heap.start;
      if (current[start] !== heap.rank) continue; // this pair has been merged away since
      const second = next[start];
      const after = next[second];
      next[start] = after;
      if (after <= length) previous[after] = start;
      current[second] = -1;
      count--;
      update(start);
      if (previous[start] >= 0) update(previous[start]);
    }
    if (ends) for (let start = 0; start < length; start = next[start]) ends.push(next[start]);
    return count;
  }
}

/** Pairs by rank, then by position: each packed into one double, rank × 2³² + start. */
class PairHeap {
  rank = 0;
  start = 0;
  #size = 0;
  #heap: Float64Array;

  constructor(capacity: number) {
    this.#heap = new Float64Array(capacity + 1);
  }

  push(rank: number, start: number): void {
    if (this.#size === this.#heap.length) {
      const grown = new Float64Array(this.#size * 2);
      grown.set(this.#heap);
      this.#heap = grown;
    }
    const heap = this.#heap;
    const value = rank * 2 ** 32 + start;
    let i = this.#size++;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (heap[up] <= value) break;
      heap[i] = heap[up];
      i = up;
    }
    heap[i] = value;
  }

  /** Takes the lowest pair into `rank` and `start`; false when there is none. */
  pop(): boolean {
    if (this.#size === 0) return false;
    const heap = this.#heap;
    const lowest = heap[0];
    const last = heap[--this.#size];
    const size = this.#size;
    let i = 0;
    for (;;) {
      let down = 2 * i + 1;
      if (down >= size) break;
      if (down + 1 < size && heap[down + 1] < heap[down]) down++;
      if (heap[down] >= last) break;
      heap[i] = heap[down];
      i = down;
    }
    heap[i] = last;
    this.rank = Math.floor(lowest / 2 ** 32);
    this.start = lowest - this.rank * 2 ** 32;
    return true;
  }
}
