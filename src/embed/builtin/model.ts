/**
 * The weights in `model/froe.bin` (docs/model.md describes the file), and the one sum
 * that they are for:
 *
 *     vector = unit( Σ (1 + ln count) · weight[row, side] · place[rank, side] · table[row] )
 *
 * over the distinct terms of a text; rank is the order of their first occurrence.
 * Logarithms come from a table in the file; the rest is sums, products and one square
 * root, which IEEE 754 rounds alike everywhere: the same text has the same vector on every
 * machine, bit for bit.
 */
import { FroeError } from '../../errors.js';
import { sha256 } from '../../text/hash.js';
import { littleEndianWords } from '../../text/littleEndian.js';
import { RowSum } from './rowSum.js';
import { Terms } from './terms.js';

const MAGIC = 'FROEMDL1';
const HASH_BYTES = 32;
const HEADER_BYTES = 32;
/** Higher counts count no more. */
const MAX_TERM_COUNT = 64;
/** Higher ranks use the last place. */
const RANKS = 512;
/** Maximum number of distinct terms in the sum: later ones say little about a text. */
const MAX_DISTINCT_TERMS = 512;

export type Side = 'passage' | 'query';

export class BuiltinModel {
  readonly dimensions: number;
  readonly #sum: RowSum;
  /** Two per row: passage, query. They include the row's scale. */
  readonly #weights: Float32Array;
  /** Two per rank. */
  readonly #places: Float32Array;
  readonly #logs: Float32Array;
  /** Open addressing: a term's row + 1 is at its hash or after it. */
  readonly #slots: Uint32Array;
  readonly #vocabulary: Uint32Array;

  readonly #questionWeights = new Map<number, number>();
  readonly #reader = new Terms();
  /** For the current text: the count of each row, and its rows in order. */
  readonly #counts: Uint16Array;
  readonly #rows = new Uint32Array(MAX_DISTINCT_TERMS);

  constructor(file: Uint8Array) {
    const { view } = checkedModelFile(file, MAGIC);
    const rows = view.getUint32(8, true);
    this.dimensions = view.getUint32(12, true);
    const places = view.getUint32(16, true);
    let at = HEADER_BYTES;
    const words = (count: number): Uint32Array => {
      at += 4 * count;
      return littleEndianWords(file, at - 4 * count, count);
    };
    const floats = (count: number): Float32Array => new Float32Array(words(count).buffer);
    const byPlace = floats(places * 2);
    this.#logs = floats(MAX_TERM_COUNT + 1);
    this.#weights = floats(rows * 2);
    this.#vocabulary = words(rows);
    if (file.length !== at + rows * this.dimensions + HASH_BYTES) throw damagedModel('its length is wrong');
    const table = new Int8Array(file.buffer, file.byteOffset + at, rows * this.dimensions);
    this.#sum = new RowSum(table, this.dimensions, MAX_DISTINCT_TERMS);
    this.#places = Float32Array.from({ length: RANKS * 2 }, (_, i) => byPlace[placeOf(i >> 1, places) * 2 + (i & 1)]);
    this.#slots = slotsFor(this.#vocabulary);
    this.#counts = new Uint16Array(rows);
  }

  /** Of length 1; undefined for a text without known terms. */
  vector(text: string, side: Side, dimensions = this.dimensions): Float32Array | undefined {
    const count = this.#read(text);
    const { starts, weights } = this.#sum;
    for (let i = 0; i < count; i++) {
      starts[i] = this.#rows[i] * this.dimensions;
      weights[i] = this.#weigh(i, side === 'passage' ? 0 : 1);
    }
    return unit(this.#sum.sum(count, dimensions));
  }

  /** The number of rows. */
  get rows(): number {
    return this.#vocabulary.length;
  }

  /** The distinct rows of a text. */
  rowsOf(text: string): Uint32Array {
    const rows = this.#rows.slice(0, this.#read(text));
    for (const row of rows) this.#counts[row] = 0;
    return rows;
  }

  /** The first distinct rows of a text, each with its weight in the sum. */
  weighedRows(text: string, side: Side, most: number): readonly (readonly [row: number, weight: number])[] {
    const count = this.#read(text);
    const rows = [...this.#rows.subarray(0, count)];
    return rows.map((row, i) => [row, this.#weigh(i, side === 'passage' ? 0 : 1)] as const).slice(0, most);
  }

  /** The weight of a row in a query. */
  weightOf(row: number): number {
    const known = this.#questionWeights.get(row);
    if (known !== undefined) return known;
    const weight = this.#weights[row * 2 + 1] * Math.hypot(...this.row(row));
    this.#questionWeights.set(row, weight);
    return weight;
  }

  /** A row of the table, in the first dimensions. */
  row(row: number, dimensions = this.dimensions): Int8Array {
    const at = row * this.dimensions;
    return this.#sum.table.subarray(at, at + dimensions);
  }

  /** The distinct rows of a text, in the order of their first occurrence. */
  #read(text: string): number {
    const reader = this.#reader;
    reader.read(text);
    const { list } = reader;
    let count = 0;
    for (let i = 0; i < reader.count; i++) {
      const row = this.rowOf(list[i]);
      if (row < 0) continue;
      if (this.#counts[row] > 0) {
        if (this.#counts[row] < MAX_TERM_COUNT) this.#counts[row]++;
      } else if (count < MAX_DISTINCT_TERMS) {
        this.#counts[row] = 1;
        this.#rows[count++] = row;
      }
    }
    return count;
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

  /** The weight of the i-th row; resets its count for the next text. */
  #weigh(i: number, side: number): number {
    const row = this.#rows[i];
    const place = this.#places[Math.min(i, RANKS - 1) * 2 + side];
    const weight = this.#logs[this.#counts[row]] * this.#weights[row * 2 + side] * place;
    this.#counts[row] = 0;
    return weight;
  }
}

/** Ranks 0, 1, 2, 3–4, 5–6 …: a place is half an octave. */
const placeOf = (rank: number, places: number): number => {
  // floor(2 · log2(rank + 1)), in whole numbers: the largest p with 2^p ≤ (rank + 1)².
  const square = (rank + 1) * (rank + 1);
  let place = 0;
  while (2 ** (place + 1) <= square) place++;
  return Math.min(place, places - 1);
};

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

function unit(sum: Float64Array): Float32Array | undefined {
  let squares = 0;
  for (let i = 0; i < sum.length; i++) squares += sum[i] * sum[i];
  if (!(squares > 0)) return undefined;
  const length = Math.sqrt(squares);
  const vector = new Float32Array(sum.length);
  for (let i = 0; i < sum.length; i++) vector[i] = sum[i] / length;
  return vector;
}

/** A weights file begins with its type and ends with the hash of everything before. */
export function checkedModelFile(
  file: Uint8Array,
  magic: string,
): { readonly view: DataView; readonly content: Uint8Array } {
  if (file.length < HEADER_BYTES + HASH_BYTES) throw damagedModel('it is cut short');
  const content = file.subarray(0, file.length - HASH_BYTES);
  if (Buffer.from(file.subarray(0, magic.length)).toString('latin1') !== magic)
    throw damagedModel('it is no such file');
  if (sha256(content) !== Buffer.from(file.subarray(content.length)).toString('hex'))
    throw damagedModel('its checksum is another');
  return { view: new DataView(file.buffer, file.byteOffset, file.length), content };
}

export const damagedModel = (why: string): FroeError =>
  new FroeError('bad-model', `The built-in model is damaged: ${why}`, HINT);

export const HINT = "Reinstall froe, or use the embedder 'none' to search by keywords.";
