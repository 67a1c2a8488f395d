/**
 * The terms of a text that the model knows, and how often each occurs:
 *
 *     "get the url, get it"   →   rows 412 9 77, counts 2 1 1       in the order of their first occurrence
 */
import { Terms } from './terms.js';

/** Higher counts count no more. */
export const MAX_TERM_COUNT = 64;
/** Maximum number of distinct terms: later ones say little about a text. */
export const MAX_DISTINCT_TERMS = 512;

export class TermRows {
  readonly #reader = new Terms();
  readonly #vocabulary: Uint32Array;
  /** Open addressing: a term's row + 1 is at its hash or after it. */
  readonly #slots: Uint32Array;
  /** Of each row its place in the current text + 1; zeros between texts. */
  readonly #placeOf: Uint16Array;
  /** The first `count` of these are those of the text that was read last. */
  readonly rows = new Uint32Array(MAX_DISTINCT_TERMS);
  readonly counts = new Uint8Array(MAX_DISTINCT_TERMS);
  count = 0;

  /** Terms by row. */
  constructor(vocabulary: Uint32Array) {
    this.#vocabulary = vocabulary;
    this.#slots = slotsFor(vocabulary);
    this.#placeOf = new Uint16Array(vocabulary.length);
  }

  read(text: string): this {
    const { rows, counts } = this;
    const reader = this.#reader;
    const placeOf = this.#placeOf;
    reader.read(text);
    const { list } = reader;
    let count = 0;
    for (let i = 0; i < reader.count; i++) {
      const row = this.rowOf(list[i]);
      if (row < 0) continue;
      const place = placeOf[row];
      if (place > 0) {
        if (counts[place - 1] < MAX_TERM_COUNT) counts[place - 1]++;
      } else if (count < MAX_DISTINCT_TERMS) {
        rows[count] = row;
        counts[count] = 1;
        placeOf[row] = ++count;
      }
    }
    for (let i = 0; i < count; i++) placeOf[rows[i]] = 0;
    this.count = count;
    return this;
  }

  /** -1 for an unknown term. */
  rowOf(term: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = (term >>> 2) & mask; ; slot = (slot + 1) & mask) {
      const row = slots[slot] - 1;
      if (row < 0 || this.#vocabulary[row] === term) return row;
    }
  }
}

function slotsFor(vocabulary: Uint32Array): Uint32Array {
  let size = 1;
  while (size < vocabulary.length * 2) size *= 2;
  const slots = new Uint32Array(size);
  for (let row = 0; row < vocabulary.length; row++) {
    let slot = (vocabulary[row] >>> 2) & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = row + 1;
  }
  return slots;
}
