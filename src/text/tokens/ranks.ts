/**
 * A rank table: which byte strings are tokens, and in which order they merge.
 *
 * The file has the tokens in rank order, each as one length byte and its bytes
 * (scripts/build-ranks.mjs writes it). In memory it is one byte array and an
 * open-addressed hash table over it: a lookup allocates nothing, and opening
 * 100,000 tokens takes a few milliseconds.
 */
import { readPackageFile } from '../../packageFile.js';

/** Above every rank. */
export const NO_RANK = 0x7fffffff;

export class Ranks {
  /** Longest token in bytes: a text of n bytes has at least n / longest tokens. */
  readonly longest: number;
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #table: Int32Array;
  readonly #mask: number;
  readonly #pairs: Int32Array;

  constructor(bytes: Uint8Array) {
    let count = 0;
    let longest = 0;
    for (let at = 0; at < bytes.length; at += bytes[at] + 1) {
      count++;
      if (bytes[at] > longest) longest = bytes[at];
    }
    const size = 2 ** Math.ceil(Math.log2(count * 2));
    this.longest = longest;
    this.#bytes = bytes;
    this.#starts = new Uint32Array(count);
    this.#table = new Int32Array(size).fill(-1);
    this.#mask = size - 1;
    this.#pairs = new Int32Array(65536).fill(NO_RANK);
    for (let at = 0, rank = 0; rank < count; rank++) {
      const length = bytes[at];
      this.#starts[rank] = at + 1;
      if (length === 2) this.#pairs[(bytes[at + 1] << 8) | bytes[at + 2]] = rank;
      if (length > 0) this.#insert(at + 1, length, rank);
      at += length + 1;
    }
  }

  /** Rank of two bytes, or NONE: every merge starts with these lookups, so they have a table of their own. */
  pair(first: number, second: number): number {
    return this.#pairs[(first << 8) | second];
  }

  /** Rank of `bytes[start, end)`, or -1 if it is not a token. */
  rank(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > this.longest) return -1;
    let slot = hash(bytes, start, end) & this.#mask;
    for (;;) {
      const rank = this.#table[slot];
      if (rank < 0) return -1;
      const token = this.#starts[rank];
      if (this.#bytes[token - 1] === length && this.#same(token, bytes, start, length)) return rank;
      slot = (slot + 1) & this.#mask;
    }
  }

  #same(token: number, bytes: Uint8Array, start: number, length: number): boolean {
    for (let i = 0; i < length; i++) if (this.#bytes[token + i] !== bytes[start + i]) return false;
    return true;
  }

  #insert(start: number, length: number, rank: number): void {
    let slot = hash(this.#bytes, start, start + length) & this.#mask;
    while (this.#table[slot] >= 0) slot = (slot + 1) & this.#mask;
    this.#table[slot] = rank;
  }
}

function hash(bytes: Uint8Array, start: number, end: number): number {
  let h = 0;
  for (let i = start; i < end; i++) h = (Math.imul(h, 0x01000193) ^ bytes[i]) | 0;
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}

/** Reads a table from the package's own data folder. */
export const readRanks = (name: string): Ranks => new Ranks(readPackageFile(`data/${name}.ranks`));
