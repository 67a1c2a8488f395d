/**
 * The weights in `model/froe.bin` (docs/model.md describes the file), and the one sum
 * that they are for:
 *
 *     vector = unit( Σ (1 + ln count) · weight[row, purpose] · place[rank, purpose] · table[row] )
 *
 * over the distinct terms of a text; rank is the order of their first occurrence.
 * Logarithms come from a table in the file; the rest is sums, products and one square
 * root, which IEEE 754 rounds alike everywhere: the same text has the same vector on every
 * machine, bit for bit.
 */
import type { Purpose } from '../embedder.js';
import { ModelFile } from '../modelFile.js';
import { unitVector } from '../vectors.js';
import { RowSum } from './rowSum.js';
import { MAX_DISTINCT_TERMS, MAX_TERM_COUNT, TermRows } from './termRows.js';

const MAGIC = 'FROEMDL1';
/** Three are used. */
const HEADER_WORDS = 6;

export class BuiltinModel {
  readonly dimensions: number;
  readonly #sum: RowSum;
  /** Two per row: passage, query. They include the row's scale. */
  readonly #weights: Float32Array;
  /** Two per rank. */
  readonly #places: Float32Array;
  /** The number of rows. */
  readonly rows: number;
  /** What an occurrence counts: 1 + ln count. */
  readonly logs: Float32Array;
  readonly #terms: TermRows;

  readonly #questionWeights = new Map<number, number>();

  constructor(file: Uint8Array) {
    const read = new ModelFile(file, MAGIC);
    const [rows, dimensions, places] = read.integers(HEADER_WORDS);
    this.rows = rows;
    this.dimensions = dimensions;
    const byPlace = read.floats(places * 2);
    this.logs = read.floats(MAX_TERM_COUNT + 1);
    this.#weights = read.floats(rows * 2);
    this.#terms = new TermRows(read.integers(rows));
    const table = read.signedBytes(rows * dimensions);
    read.end();
    this.#sum = new RowSum(table, this.dimensions, MAX_DISTINCT_TERMS);
    this.#places = Float32Array.from(
      { length: MAX_DISTINCT_TERMS * 2 },
      (_, i) => byPlace[rankPlace(i >> 1, places) * 2 + (i & 1)],
    );
  }

  /** Of length 1; undefined for a text without known terms. */
  vector(text: string, purpose: Purpose, dimensions = this.dimensions): Float32Array | undefined {
    return this.vectorOf(this.read(text), purpose, dimensions);
  }

  vectorOf(terms: TermRows, purpose: Purpose, dimensions = this.dimensions): Float32Array | undefined {
    const { starts, weights } = this.#sum;
    for (let i = 0; i < terms.count; i++) {
      starts[i] = terms.rows[i] * this.dimensions;
      weights[i] = this.#weigh(terms, i, purpose);
    }
    return unitVector(this.#sum.sum(terms.count, dimensions));
  }

  /** The terms of a text; valid until the next text. */
  read(text: string): TermRows {
    return this.#terms.read(text);
  }

  /** The distinct rows of a text. */
  rowsOf(text: string): Uint32Array {
    const { rows, count } = this.read(text);
    return rows.slice(0, count);
  }

  /** -1 for an unknown term. */
  rowOf(term: number): number {
    return this.#terms.rowOf(term);
  }

  /** The first distinct rows of a text, each with its weight in the sum. */
  weighedRows(text: string, purpose: Purpose, most: number): readonly (readonly [row: number, weight: number])[] {
    const terms = this.read(text);
    const some = [...terms.rows.subarray(0, Math.min(most, terms.count))];
    return some.map((row, i) => [row, this.#weigh(terms, i, purpose)] as const);
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

  /** The weight of the i-th term. */
  #weigh({ rows, counts }: TermRows, i: number, purpose: Purpose): number {
    const at = purpose === 'passage' ? 0 : 1;
    return this.logs[counts[i]] * this.#weights[rows[i] * 2 + at] * this.#places[i * 2 + at];
  }
}

/** Ranks 0, 1, 2, 3–4, 5–6 …: a place is half an octave. */
export const rankPlace = (rank: number, places: number): number => {
  // floor(2 · log2(rank + 1)), in whole numbers: the largest p with 2^p ≤ (rank + 1)².
  const square = (rank + 1) * (rank + 1);
  let place = 0;
  while (2 ** (place + 1) <= square) place++;
  return Math.min(place, places - 1);
};
