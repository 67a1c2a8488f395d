/**
 * The cross-encoder of the reader (docs/model.md): the words of the query attend to each
 * other and to the words of a chunk, layer by layer; the state of a summary token
 * (`CLS`) is then projected to a score.
 *
 *     CLS, words of the query ──attend to──→ themselves and the words of the chunk
 *          ↓ two layers
 *     CLS → a score
 *
 * The words of a chunk attend to nothing. So their keys and values are computed once for
 * all chunks, and a word that occurs ten times is one key with a count of ten.
 *
 * All operations are sums, products and square roots in a fixed order, so a score is the
 * same on every machine; so is `exp` (matrix.ts).
 */
import type { BuiltinModel } from '../../embed/builtin/model.js';
import { layerNorm, type Matrix, MatrixMemory, roundToBlock, softmax } from './matrix.js';
import { FIELDS, type Vocabulary } from './vocabulary.js';
import { CLASSES, MET, QUESTION_FIELD, type ReaderLayer, type ReaderWeights, readWeights, UNKNOWN } from './weights.js';

/** Lower bound of a cosine. */
const FARTHEST = -0.2;

/** A word of a chunk in one field, with its count. */
interface Entry {
  readonly at: number;
  readonly word: number;
  /** Row of its vector. */
  readonly row: number;
  count: number;
}

/** The distinct words of all chunks as inputs of the layers, and the words of each chunk. */
interface Entries {
  readonly of: readonly (readonly Entry[])[];
  readonly all: Matrix;
  readonly keys: Matrix;
  readonly projected: Matrix;
  readonly count: number;
}

/** Buffers for the attention of one chunk. */
interface Attention {
  readonly keyValues: Matrix;
  readonly queryHeads: Matrix;
  readonly logits: Matrix;
  readonly shares: Matrix;
}

export class ReaderNetwork {
  readonly #model: BuiltinModel;
  readonly #products = new MatrixMemory();
  readonly #weights: ReaderWeights;
  /** Where the weights end. */
  readonly #base: number;

  constructor(file: Uint8Array, model: BuiltinModel) {
    this.#model = model;
    this.#weights = readWeights(file, this.#products, model.dimensions);
    this.#base = this.#products.allocated;
  }

  /** Longest query and chunk, in words. */
  get most(): Pick<ReaderWeights, 'questionWords' | 'chunkWords'> {
    return this.#weights;
  }

  /** A score for each chunk, comparable within one query. Chunks are word numbers with their fields (vocabulary.ts). */
  score(words: Vocabulary, question: readonly number[], chunks: readonly (readonly number[])[]): number[] {
    const products = this.#products;
    products.release(this.#base);
    const { width } = this.#weights;
    const rows = question.length + 1;
    const { vectors, rowAt, cosines } = this.#cosines(words, question);
    const met = this.#matchesOf(words, question);
    const entries = this.#entries(words, chunks, met, rowAt, cosines, vectors, question.length);
    const state: Matrix = { at: products.allocate(chunks.length * rows * width), stride: width };
    this.#initialState(state, words, question, entries, rowAt, cosines);
    const { layers } = this.#weights;
    // The last layer computes CLS only.
    for (const layer of layers) this.#layer(layer, state, rows, layer === layers.at(-1) ? 1 : rows, entries);
    return this.#project(state, chunks.length);
  }

  /** The vectors of all words, and their cosines to every word of the query. */
  #cosines(words: Vocabulary, question: readonly number[]) {
    const products = this.#products;
    const { dimensions } = this.#model;
    const rowAt = new Map<number, number>();
    for (const row of words.row) if (!rowAt.has(row)) rowAt.set(row, rowAt.size);
    const vectors: Matrix = { at: products.allocate(rowAt.size * dimensions), stride: dimensions };
    const columns = roundToBlock(question.length);
    const asked: Matrix = { at: products.allocate(dimensions * columns), stride: columns };
    const cosines: Matrix = { at: products.allocate(rowAt.size * columns), stride: columns };
    const zeros = products.allocate(columns);
    const { numbers } = products;
    numbers.fill(0, asked.at, asked.at + dimensions * columns);
    numbers.fill(0, zeros, zeros + columns);
    for (const [row, place] of rowAt) {
      const at = vectors.at + place * dimensions;
      if (row === 0) {
        numbers.fill(0, at, at + dimensions);
        continue;
      }
      const values = this.#model.row(row - 1);
      let squares = 0;
      for (let i = 0; i < dimensions; i++) squares += values[i] * values[i];
      const scale = 1 / (Math.sqrt(squares) || 1);
      for (let i = 0; i < dimensions; i++) numbers[at + i] = values[i] * scale;
    }
    for (const [i, word] of question.entries()) {
      const at = vectors.at + placeIn(rowAt, words.row[word]) * dimensions;
      for (let k = 0; k < dimensions; k++) numbers[asked.at + k * columns + i] = numbers[at + k];
    }
    products.multiply(vectors, rowAt.size, dimensions, asked, columns, zeros, cosines);
    return { vectors, rowAt, cosines };
  }

  /** How each word matches the query: 0 not, 1 by its stem, 2 exactly. */
  #matchesOf({ row, stem }: Vocabulary, question: readonly number[]): Uint8Array {
    const stems = new Set(question.map((word) => stem[word]));
    const met = Uint8Array.from(row, (_, word) => (stems.has(stem[word]) ? 1 : 0));
    for (const word of question) met[word] = 2;
    return met;
  }

  #rarityOf({ wordRow }: Vocabulary, word: number): number {
    return wordRow[word] === 0 ? UNKNOWN : this.#weights.rarity[wordRow[word]];
  }

  /** The words of all chunks, each with its field once, as inputs of the layers. */
  #entries(
    words: Vocabulary,
    chunks: readonly (readonly number[])[],
    met: Uint8Array,
    rowAt: ReadonlyMap<number, number>,
    cosines: Matrix,
    vectors: Matrix,
    question: number,
  ): Entries {
    const products = this.#products;
    const { width } = this.#weights;
    const { dimensions } = this.#model;
    const places = new Map<number, number>();
    const of = chunks.map((chunk) => entriesIn(chunk, places, (word) => placeIn(rowAt, words.row[word])));
    const projected: Matrix = { at: products.allocate(rowAt.size * width), stride: width };
    const all: Matrix = { at: products.allocate(places.size * width), stride: width };
    const keys: Matrix = { at: products.allocate(places.size * 2 * width), stride: 2 * width };
    const project: Matrix = { at: this.#weights.project, stride: width };
    products.multiply(vectors, rowAt.size, dimensions, project, width, this.#weights.nothing, projected);
    const { numbers } = products;
    for (const [key, place] of places) {
      const word = Math.floor(key / FIELDS);
      const row = placeIn(rowAt, words.row[word]);
      let near = FARTHEST;
      for (let i = 0; i < question; i++) near = Math.max(near, numbers[cosines.at + row * cosines.stride + i]);
      const at = all.at + place * width;
      const meets = this.#weights.met + (met[word] * CLASSES + this.#rarityOf(words, word)) * width;
      const field = this.#weights.field + (key % FIELDS) * width;
      for (let i = 0; i < width; i++)
        numbers[at + i] =
          numbers[projected.at + row * width + i] +
          numbers[meets + i] +
          numbers[field + i] +
          near * numbers[this.#weights.near + i];
    }
    layerNorm(numbers, all, places.size, width);
    return { of, all, keys, projected, count: places.size };
  }

  /** The initial state of each chunk: CLS and the words of the query. */
  #initialState(
    state: Matrix,
    words: Vocabulary,
    question: readonly number[],
    { of, projected }: Entries,
    rowAt: ReadonlyMap<number, number>,
    cosines: Matrix,
  ): void {
    const { width } = this.#weights;
    const { numbers } = this.#products;
    const { first, met, field, place, near: nearAt } = this.#weights;
    for (const [c, some] of of.entries()) {
      const from = state.at + c * (question.length + 1) * width;
      numbers.copyWithin(from, first, first + width);
      const here = new Set(some.map(({ word }) => word));
      const stems = new Set(some.map(({ word }) => words.stem[word]));
      for (const [i, word] of question.entries()) {
        const meets = here.has(word) ? 2 : stems.has(words.stem[word]) ? 1 : 0;
        let nearest = FARTHEST;
        for (let e = 0; e < some.length; e++) {
          const near = numbers[cosines.at + some[e].row * cosines.stride + i];
          if (near > nearest) nearest = near;
        }
        const own = placeIn(rowAt, words.row[word]);
        const at = from + (i + 1) * width;
        const metAt = met + (MET * CLASSES + meets * CLASSES + this.#rarityOf(words, word)) * width;
        for (let k = 0; k < width; k++)
          numbers[at + k] =
            numbers[projected.at + own * width + k] +
            numbers[metAt + k] +
            numbers[field + QUESTION_FIELD * width + k] +
            numbers[place + i * width + k] +
            nearest * numbers[nearAt + k];
      }
    }
  }

  /** One layer. The first `queries` rows of each chunk attend; their new states are what is left. */
  #layer(layer: ReaderLayer, state: Matrix, rows: number, queries: number, { of, all, keys, count }: Entries): void {
    const products = this.#products;
    const before = products.allocated;
    const { width, hidden: wide } = this.#weights;
    const [many, left] = [of.length * rows, of.length * queries];
    const flat: Matrix = { at: products.allocate(many * width), stride: width };
    const looks: Matrix = { at: products.allocate(many * 3 * width), stride: 3 * width };
    const seen: Matrix = { at: products.allocate(left * width), stride: width };
    const hidden: Matrix = { at: products.allocate(left * wide), stride: wide };
    const attention = this.#attentionBuffers(queries, rows + of.reduce((most, some) => Math.max(most, some.length), 0));
    const attend: Matrix = { at: layer.attend, stride: 3 * width };
    const { numbers } = products;
    const keysOf = { ...attend, at: attend.at + width };
    products.multiply(all, count, width, keysOf, 2 * width, layer.attendBias + width, keys);
    numbers.copyWithin(flat.at, state.at, state.at + many * width);
    layerNorm(numbers, flat, many, width);
    products.multiply(flat, many, width, attend, 3 * width, layer.attendBias, looks);
    for (const [c, some] of of.entries()) {
      const from = looks.at + c * rows * looks.stride;
      const { at } = attention.keyValues;
      for (let i = 0; i < rows; i++) {
        const own = from + i * looks.stride + width;
        numbers.copyWithin(at + i * 2 * width, own, own + 2 * width);
      }
      for (let i = 0; i < some.length; i++) {
        const key = keys.at + some[i].at * keys.stride;
        numbers.copyWithin(at + (rows + i) * 2 * width, key, key + 2 * width);
      }
      this.#attend({ at: from, stride: looks.stride }, rows, queries, some, attention, seen.at + c * queries * width);
    }
    for (let c = 0; c < of.length; c++) {
      const from = state.at + c * rows * width;
      numbers.copyWithin(state.at + c * queries * width, from, from + queries * width);
    }
    products.multiply(seen, left, width, { at: layer.out, stride: width }, width, layer.outBias, flat);
    for (let i = 0; i < left * width; i++) numbers[state.at + i] += numbers[flat.at + i];
    numbers.copyWithin(flat.at, state.at, state.at + left * width);
    layerNorm(numbers, flat, left, width);
    products.multiply(flat, left, width, { at: layer.wide, stride: wide }, wide, layer.wideBias, hidden);
    for (let i = hidden.at; i < hidden.at + left * wide; i++) if (numbers[i] < 0) numbers[i] = 0;
    products.multiply(hidden, left, wide, { at: layer.narrow, stride: width }, width, layer.narrowBias, flat);
    for (let i = 0; i < left * width; i++) numbers[state.at + i] += numbers[flat.at + i];
    products.release(before);
  }

  #attentionBuffers(queries: number, most: number): Attention {
    const products = this.#products;
    const { width, heads } = this.#weights;
    const columns = roundToBlock(queries);
    const keyValues: Matrix = { at: products.allocate(most * 2 * width), stride: 2 * width };
    const queryHeads: Matrix = { at: products.allocate((width / heads) * columns), stride: columns };
    const logits: Matrix = { at: products.allocate(most * columns), stride: columns };
    return { keyValues, queryHeads, logits, shares: { at: products.allocate(queries * most), stride: most } };
  }

  /** Attention of one chunk, head by head. */
  #attend(
    looks: Matrix,
    rows: number,
    queries: number,
    some: readonly Entry[],
    { keyValues, queryHeads, logits, shares }: Attention,
    out: number,
  ): void {
    const products = this.#products;
    const { numbers } = products;
    const { width, heads, nothing } = this.#weights;
    const deep = width / heads;
    const total = rows + some.length;
    for (let part = 0; part < width; part += deep) {
      for (let k = 0; k < deep; k++)
        for (let i = 0; i < queries; i++)
          numbers[queryHeads.at + k * queryHeads.stride + i] = numbers[looks.at + i * looks.stride + part + k];
      const key = { ...keyValues, at: keyValues.at + part };
      products.multiply(key, total, deep, queryHeads, queries, nothing, logits);
      for (let i = 0; i < queries; i++) softmax(numbers, logits, i, rows, some, shares.at + i * shares.stride);
      const value = { ...keyValues, at: keyValues.at + width + part };
      products.multiply(shares, queries, total, value, deep, nothing, { at: out + part, stride: width });
    }
  }

  #project(state: Matrix, chunks: number): number[] {
    const products = this.#products;
    const { width, last, judge: at, judgeBias, sum: by } = this.#weights;
    const out: Matrix = { at: products.allocate(chunks * last), stride: last };
    const { numbers } = products;
    layerNorm(numbers, state, chunks, width);
    products.multiply(state, chunks, width, { at, stride: last }, last, judgeBias, out);
    return Array.from({ length: chunks }, (_, c) => {
      let sum = by[last];
      for (let i = 0; i < last; i++) sum += Math.max(0, numbers[out.at + c * last + i]) * by[i];
      return sum;
    });
  }
}

const placeIn = (places: ReadonlyMap<number, number>, row: number): number => places.get(row) ?? 0;

/** The words of a chunk, each with its field once. `places` numbers those of all chunks. */
function entriesIn(chunk: readonly number[], places: Map<number, number>, rowOf: (word: number) => number): Entry[] {
  const entries = new Map<number, Entry>();
  for (const key of chunk) {
    const known = entries.get(key);
    if (known) known.count++;
    else {
      const at = places.get(key) ?? places.size;
      places.set(key, at);
      const word = Math.floor(key / FIELDS);
      entries.set(key, { at, word, row: rowOf(word), count: 1 });
    }
  }
  return [...entries.values()];
}
