/**
 * The second half of a vector. Of a passage it is one more sum over the same terms, with a table that was trained
 * (docs/model.md) to come near to what the bi-encoder makes of the questions that a passage answers. So the network,
 * which takes milliseconds, reads only the query:
 *
 *     passage   terms ─→ Σ (1 + ln count) · place[rank] · table[row] ─→ length 1
 *     query     bi-encoder ─→ matrix ─→ length 1
 *
 * Each query has a balance of its own: a sentence like a comment is found better by the first half, a question in
 * people's own words by the second.
 */
import { ModelFile } from '../modelFile.js';
import { unitVector } from '../vectors.js';
import { rankPlace } from './model.js';
import { RowSum } from './rowSum.js';
import { MAX_DISTINCT_TERMS, type TermRows } from './termRows.js';

const MAGIC = 'FROEPAS1';
/** The least and the most that the first half counts beside the second. */
const [LEAST, MOST] = [0.3, 6];

export class PassageTable {
  readonly dimensions: number;
  /** Bytes until the first passage: a query needs none of it, and copying it takes milliseconds. */
  #table: Int8Array | RowSum;
  /** One per row, one per rank. */
  readonly #scales: Float32Array;
  readonly #places: Float32Array;
  /** The matrix of queries, and its scale per row. */
  readonly #matrix: Int8Array;
  readonly #matrixScales: Float32Array;
  /** One weight per number of the bi-encoder's vector, and the bias. */
  readonly #balance: Float32Array;
  readonly #logs: Float32Array;

  /** `logs`: what an occurrence counts (`BuiltinModel.logs`). */
  constructor(file: Uint8Array, logs: Float32Array) {
    const read = new ModelFile(file, MAGIC);
    const [rows, width, places, queryWidth] = read.integers(4);
    const byPlace = read.floats(places);
    this.dimensions = width;
    this.#places = Float32Array.from({ length: MAX_DISTINCT_TERMS }, (_, rank) => byPlace[rankPlace(rank, places)]);
    this.#scales = read.floats(rows);
    this.#matrixScales = read.floats(width);
    this.#balance = read.floats(queryWidth + 1);
    this.#matrix = read.signedBytes(width * queryWidth).slice(); // a copy: the file is not kept for it
    this.#table = read.signedBytes(rows * width);
    this.#logs = logs;
    read.end();
  }

  /** Undefined for a text without known terms. */
  passage({ rows, counts, count }: TermRows): Float32Array | undefined {
    const table = this.#sums();
    const { starts, weights } = table;
    for (let i = 0; i < count; i++) {
      starts[i] = rows[i] * this.dimensions;
      weights[i] = this.#logs[counts[i]] * this.#scales[rows[i]] * this.#places[i];
    }
    return unitVector(table.sum(count, this.dimensions));
  }

  #sums(): RowSum {
    if (!(this.#table instanceof RowSum)) this.#table = new RowSum(this.#table, this.dimensions, MAX_DISTINCT_TERMS);
    return this.#table;
  }

  /** `vector`: what the bi-encoder makes of the query. */
  query(vector: Float32Array): Float32Array | undefined {
    const sums = Float64Array.from({ length: this.dimensions }, (_, row) => {
      let sum = 0;
      for (let i = 0, at = row * vector.length; i < vector.length; i++) sum += this.#matrix[at + i] * vector[i];
      return sum * this.#matrixScales[row];
    });
    return unitVector(sums);
  }

  /** What a cosine of the first half counts for this query, beside one of the second. */
  balance(vector: Float32Array): number {
    let sum = this.#balance[vector.length];
    for (let i = 0; i < vector.length; i++) sum += this.#balance[i] * vector[i];
    // Rounded: machines may differ in the last digit of a power.
    return Math.round(1000 * LEAST * (MOST / LEAST) ** (1 / (1 + Math.exp(-sum)))) / 1000;
  }
}
