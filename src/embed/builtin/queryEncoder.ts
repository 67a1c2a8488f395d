/**
 * The first half of the vector of a query: the sum of its terms, moved by a small network
 * that was trained on questions and their answers (`model/query.bin`, docs/model.md). People
 * ask in other words than sources use, and half of their words ("how does it decide") say
 * nothing about the answer; the sum alone cannot know that.
 *
 *     terms ─table→ sum ──────────────────────────────────────┐
 *       └───table→ unit vectors ─W1, ReLU→ mean by weight ─W2→ + → length 1
 *
 * That half of a chunk's vector is a plain sum. Everything is sums, products and square roots
 * in a fixed order, the same on every machine.
 */
import { ModelFile } from '../modelFile.js';
import { unitVector } from '../vectors.js';
import type { BuiltinModel } from './model.js';

const MAGIC = 'FROEQRY1';
/** Further terms only count in the sum, as in training. */
const MAX_TERMS = 40;

/** Cached hidden layers: 2 kB each. */
const MAX_CACHED = 1000;

/** The hidden layer of a term, and the length of its vector. */
interface HiddenTerm {
  readonly values: Float64Array;
  readonly length: number;
}

/** An int8 matrix with a scale and a bias per row. */
interface Layer {
  readonly weights: Int8Array;
  readonly scales: Float32Array;
  readonly bias: Float32Array;
}

export class QueryEncoder {
  readonly #model: BuiltinModel;
  readonly #hidden: Layer;
  readonly #output: Layer;
  readonly #terms = new Map<number, HiddenTerm>();

  constructor(file: Uint8Array, model: BuiltinModel) {
    const read = new ModelFile(file, MAGIC);
    const [width, hidden] = read.integers(2);
    const ofHidden = { scales: read.floats(hidden), bias: read.floats(hidden) };
    const ofOutput = { scales: read.floats(width), bias: read.floats(width) };
    this.#model = model;
    this.#hidden = { ...ofHidden, weights: read.signedBytes(hidden * width) };
    this.#output = { ...ofOutput, weights: read.signedBytes(hidden * width) };
    read.end();
  }

  /** Of length 1; undefined for a text without known terms. */
  vector(text: string, dimensions = this.#model.dimensions): Float32Array | undefined {
    const sum = this.#model.vector(text, 'query');
    if (sum === undefined) return undefined;
    const mean = this.#meanOf(text);
    const { weights, scales, bias } = this.#output;
    const moved = sum.map((value, i) => value + product(weights, i, mean) * scales[i] + bias[i]);
    return unitVector(moved.subarray(0, dimensions));
  }

  /** The hidden layers of all terms, averaged by their weight in the sum. */
  #meanOf(text: string): Float64Array {
    const mean = new Float64Array(this.#hidden.bias.length);
    let total = 0;
    for (const [row, weight] of this.#model.weighedRows(text, 'query', MAX_TERMS)) {
      const { values, length } = this.#termOf(row);
      total += length * weight;
      for (let i = 0; i < mean.length; i++) mean[i] += values[i] * length * weight;
    }
    return mean.map((value) => value / total);
  }

  /** It depends on the term alone, and queries repeat their words: cached. */
  #termOf(row: number): HiddenTerm {
    const known = this.#terms.get(row);
    if (known) return known;
    const { weights, scales, bias } = this.#hidden;
    const vector = this.#model.row(row);
    const length = Math.sqrt(squares(vector));
    const values = Float64Array.from(integerProducts(weights, vector), (sum, i) =>
      Math.max(0, (sum * scales[i]) / length + bias[i]),
    );
    const term = { values, length };
    if (this.#terms.size < MAX_CACHED) this.#terms.set(row, term);
    return term;
  }
}

/** Matrix by vector, of small integers: exact, four rows at a time, so that each number is loaded a quarter as often. */
function integerProducts(matrix: Int8Array, vector: Int8Array): Int32Array {
  const { length } = vector;
  const products = new Int32Array(matrix.length / length);
  for (let row = 0, at = 0; row < products.length; row += 4, at += 4 * length) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < length; i++) {
      const value = vector[i];
      a = (a + Math.imul(matrix[at + i], value)) | 0;
      b = (b + Math.imul(matrix[at + length + i], value)) | 0;
      c = (c + Math.imul(matrix[at + 2 * length + i], value)) | 0;
      d = (d + Math.imul(matrix[at + 3 * length + i], value)) | 0;
    }
    products.set([a, b, c, d], row);
  }
  return products;
}

/** A row of a matrix by a vector. */
function product(matrix: Int8Array, row: number, vector: Float64Array): number {
  const at = row * vector.length;
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += matrix[at + i] * vector[i];
  return sum;
}

function squares(vector: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i] * vector[i];
  return sum;
}
