/**
 * The network that reads (docs/model.md): the words of a question look into a chunk,
 * at its words and at each other, layer by layer; what one more place has gathered
 * by then says how well the chunk answers.
 *
 *     place, words of the question ──look at──→ themselves and the words of the chunk
 *          ↓ twice
 *     place → a number
 *
 * The words of a chunk look at nothing. So one that is met in ten chunks is reckoned once,
 * and one that a chunk says ten times is looked at once, and counts ten times.
 *
 * Everything is sums, products and square roots in one order, so a number is the same on every
 * machine; a power of e is one, too (`power`).
 */
import type { BuiltinModel } from '../../embed/builtin/model.js';
import { CLASSES, MET, QUESTION_FIELD, UNKNOWN } from './classes.js';
import { type Matrix, MatrixMemory, roundToBlock } from './matrix.js';
import { layerNorm, softmax } from './numbers.js';
import { FIELDS, type Vocabulary } from './vocabulary.js';
import { type ReaderLayer, type ReaderWeights, readWeights } from './weights.js';

/** A word is no farther from another than this. */
const FARTHEST = -0.2;

/** A word of a chunk, where it stands, and how often. */
interface Entry {
  readonly at: number;
  readonly word: number;
  /** The place of its vector. */
  readonly row: number;
  count: number;
}

/** All words of all chunks with their fields, as the layers see them, and which of them each chunk has. */
interface Entries {
  readonly of: readonly (readonly Entry[])[];
  readonly all: Matrix;
  readonly keys: Matrix;
  readonly projected: Matrix;
  readonly count: number;
}

/** Room for what one chunk is looked at with. */
interface Attention {
  readonly there: Matrix;
  readonly asks: Matrix;
  readonly likeness: Matrix;
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

  /** So many words of a question, and of a chunk, are read. */
  get most(): Pick<ReaderWeights, 'questionWords' | 'chunkWords'> {
    return this.#weights;
  }

  /** How well each chunk answers, to be compared with the others. Chunks are words of the lexicon with their fields. */
  read(words: Vocabulary, question: readonly number[], chunks: readonly (readonly number[])[]): number[] {
    const products = this.#products;
    products.release(this.#base);
    const { width } = this.#weights;
    const rows = question.length + 1;
    const { vectors, rowAt, cosines } = this.#compared(words, question);
    const met = this.#metBy(words, question);
    const entries = this.#entries(words, chunks, met, rowAt, cosines, vectors, question.length);
    const state: Matrix = { at: products.allocate(chunks.length * rows * width), stride: width };
    this.#begin(state, words, question, entries, rowAt, cosines);
    const { layers } = this.#weights;
    // Of the last layer only the place that gathers is asked.
    for (const layer of layers) this.#look(layer, state, rows, layer === layers.at(-1) ? 1 : rows, entries);
    return this.#judged(state, chunks.length);
  }

  /** The rows of all words of the model, and how near each comes to every word of the question. */
  #compared(words: Vocabulary, question: readonly number[]) {
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

  /** How each word meets the question: 0 not, 1 by its stem, 2 as it is. */
  #metBy({ row, stem }: Vocabulary, question: readonly number[]): Uint8Array {
    const stems = new Set(question.map((word) => stem[word]));
    const met = Uint8Array.from(row, (_, word) => (stems.has(stem[word]) ? 1 : 0));
    for (const word of question) met[word] = 2;
    return met;
  }

  #rarityOf({ wordRow }: Vocabulary, word: number): number {
    return wordRow[word] === 0 ? UNKNOWN : this.#weights.rarity[wordRow[word]];
  }

  /** The words of all chunks, each with its field once, as the layers see them. */
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
    const of = chunks.map((chunk): Entry[] => {
      const here = new Map<number, Entry>();
      for (const key of chunk) {
        const known = here.get(key);
        if (known) known.count++;
        else {
          const at = places.get(key) ?? places.size;
          places.set(key, at);
          const word = Math.floor(key / FIELDS);
          here.set(key, { at, word, row: placeIn(rowAt, words.row[word]), count: 1 });
        }
      }
      return [...here.values()];
    });
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

  /** What the layers begin with, of each chunk: the place that gathers, and the words of the question. */
  #begin(
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

  /** One layer. Of each chunk the first `lookers` rows look; what they have gathered then is what is left. */
  #look(layer: ReaderLayer, state: Matrix, rows: number, lookers: number, { of, all, keys, count }: Entries): void {
    const products = this.#products;
    const before = products.allocated;
    const { width, hidden: wide } = this.#weights;
    const [many, left] = [of.length * rows, of.length * lookers];
    const flat: Matrix = { at: products.allocate(many * width), stride: width };
    const looks: Matrix = { at: products.allocate(many * 3 * width), stride: 3 * width };
    const seen: Matrix = { at: products.allocate(left * width), stride: width };
    const hidden: Matrix = { at: products.allocate(left * wide), stride: wide };
    const attention = this.#roomToLook(lookers, rows + of.reduce((most, some) => Math.max(most, some.length), 0));
    const attend: Matrix = { at: layer.attend, stride: 3 * width };
    const { numbers } = products;
    const keysOf = { ...attend, at: attend.at + width };
    products.multiply(all, count, width, keysOf, 2 * width, layer.attendBias + width, keys);
    numbers.copyWithin(flat.at, state.at, state.at + many * width);
    layerNorm(numbers, flat, many, width);
    products.multiply(flat, many, width, attend, 3 * width, layer.attendBias, looks);
    for (const [c, some] of of.entries()) {
      const from = looks.at + c * rows * looks.stride;
      const { at } = attention.there;
      for (let i = 0; i < rows; i++) {
        const own = from + i * looks.stride + width;
        numbers.copyWithin(at + i * 2 * width, own, own + 2 * width);
      }
      for (let i = 0; i < some.length; i++) {
        const key = keys.at + some[i].at * keys.stride;
        numbers.copyWithin(at + (rows + i) * 2 * width, key, key + 2 * width);
      }
      this.#attend({ at: from, stride: looks.stride }, rows, lookers, some, attention, seen.at + c * lookers * width);
    }
    for (let c = 0; c < of.length; c++) {
      const from = state.at + c * rows * width;
      numbers.copyWithin(state.at + c * lookers * width, from, from + lookers * width);
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

  #roomToLook(lookers: number, most: number): Attention {
    const products = this.#products;
    const { width, heads } = this.#weights;
    const columns = roundToBlock(lookers);
    const there: Matrix = { at: products.allocate(most * 2 * width), stride: 2 * width };
    const asks: Matrix = { at: products.allocate((width / heads) * columns), stride: columns };
    const likeness: Matrix = { at: products.allocate(most * columns), stride: columns };
    return { there, asks, likeness, shares: { at: products.allocate(lookers * most), stride: most } };
  }

  /** The words of one chunk, and what is asked of them, head by head. */
  #attend(
    looks: Matrix,
    rows: number,
    lookers: number,
    some: readonly Entry[],
    { there, asks, likeness, shares }: Attention,
    out: number,
  ): void {
    const products = this.#products;
    const { numbers } = products;
    const { width, heads, nothing } = this.#weights;
    const deep = width / heads;
    const total = rows + some.length;
    for (let part = 0; part < width; part += deep) {
      for (let k = 0; k < deep; k++)
        for (let i = 0; i < lookers; i++)
          numbers[asks.at + k * asks.stride + i] = numbers[looks.at + i * looks.stride + part + k];
      const key = { ...there, at: there.at + part };
      products.multiply(key, total, deep, asks, lookers, nothing, likeness);
      for (let i = 0; i < lookers; i++) softmax(numbers, likeness, i, rows, some, shares.at + i * shares.stride);
      const value = { ...there, at: there.at + width + part };
      products.multiply(shares, lookers, total, value, deep, nothing, { at: out + part, stride: width });
    }
  }

  #judged(state: Matrix, chunks: number): number[] {
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
