/**
 * The nearest vectors, by looking at all of them, twice:
 *
 *     1. the signs alone, 32 to a word: how many differ from the question's
 *        (100,000 vectors of 256 dimensions are three megabytes)
 *     2. of the best thousand, the bytes: the real angle, nearly
 *
 * No graph to build and none to keep true: what is added is found at once.
 */
import { bytesOf, dimensionsOf, scaleOf } from './code.js';

/** Looked at closely, at least; and for each one wanted. */
const CANDIDATES = 1000;
const PER_RESULT = 8;

export interface Near {
  /** As it was given to add(). */
  readonly row: number;
  readonly score: number;
}

export class VectorScan {
  readonly dimensions: number;
  readonly #words: number;
  #rows = new Float64Array(0);
  #signs = new Uint32Array(0);
  #bytes = new Int8Array(0);
  #scales = new Float32Array(0);
  #length = 0;

  constructor(dimensions: number, room = 1024) {
    this.dimensions = dimensions;
    this.#words = Math.ceil(dimensions / 32);
    this.#grow(room);
  }

  get length(): number {
    return this.#length;
  }

  /** A code of other dimensions is none of ours, and left out. */
  add(row: number, code: Uint8Array): void {
    if (dimensionsOf(code) !== this.dimensions) return;
    if (this.#length === this.#rows.length) this.#grow(this.#length * 2);
    const at = this.#length++;
    const bytes = bytesOf(code);
    this.#rows[at] = row;
    this.#scales[at] = scaleOf(code);
    this.#bytes.set(bytes, at * this.dimensions);
    this.#signs.set(signsOf(bytes, this.#words), at * this.#words);
  }

  /** The `limit` nearest, best first; of equals, the lower row. `accepts` says which rows may be among them. */
  nearest(vector: Float32Array, limit: number, accepts?: (row: number) => boolean): Near[] {
    const wanted = Math.max(CANDIDATES, limit * PER_RESULT);
    const found = this.#candidates(vector, wanted, accepts).map((at) => ({
      row: this.#rows[at],
      score: this.#score(vector, at),
    }));
    return found.sort((a, b) => b.score - a.score || a.row - b.row).slice(0, limit);
  }

  /** Those whose signs differ least: distances are counted first, then taken from the smallest up. */
  #candidates(vector: Float32Array, wanted: number, accepts?: (row: number) => boolean): number[] {
    const signs = signsOf(vector, this.#words);
    const distances = new Uint16Array(this.#length);
    const histogram = new Uint32Array(this.dimensions + 1);
    for (let at = 0; at < this.#length; at++) {
      if (accepts && !accepts(this.#rows[at])) {
        distances[at] = 0xffff;
        continue;
      }
      const base = at * this.#words;
      let differ = 0;
      for (let word = 0; word < this.#words; word++) differ += ones(this.#signs[base + word] ^ signs[word]);
      distances[at] = differ;
      histogram[differ]++;
    }
    let farthest = 0;
    for (let sum = 0; farthest < histogram.length && sum < wanted; farthest++) sum += histogram[farthest];
    const found: number[] = [];
    for (let at = 0; at < this.#length; at++) if (distances[at] < farthest) found.push(at);
    return found;
  }

  #score(vector: Float32Array, at: number): number {
    const base = at * this.dimensions;
    let sum = 0;
    for (let i = 0; i < this.dimensions; i++) sum += vector[i] * this.#bytes[base + i];
    return sum * this.#scales[at];
  }

  #grow(room: number): void {
    const grown = <A extends Float64Array | Uint32Array | Int8Array | Float32Array>(old: A, larger: A): A => {
      larger.set(old as never); // of the same kind, which the compiler cannot see through the union
      return larger;
    };
    this.#rows = grown(this.#rows, new Float64Array(room));
    this.#signs = grown(this.#signs, new Uint32Array(room * this.#words));
    this.#bytes = grown(this.#bytes, new Int8Array(room * this.dimensions));
    this.#scales = grown(this.#scales, new Float32Array(room));
  }
}

function signsOf(values: Float32Array | Int8Array, words: number): Uint32Array {
  const signs = new Uint32Array(words);
  for (let i = 0; i < values.length; i++) if (values[i] > 0) signs[i >> 5] |= 1 << (i & 31);
  return signs;
}

/** How many bits are set. */
function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
