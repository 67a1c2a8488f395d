/**
 * What the reader's network reads: each word as a vector, the sum of what is known of it (docs/model.md).
 *
 *     word of the chunk     projected vector + match class + field + similarity to the query
 *     word of the query     projected vector + match class + position + similarity to the chunk
 */
import type { BuiltinModel } from '../../embed/builtin/model.js';
import { type Matrix, type MatrixMemory, type ReaderInput, roundToBlock } from '../../wasm/matrixMemory.js';
import { FIELDS, type Vocabulary } from './vocabulary.js';
import { CLASSES, MATCHES, QUESTION_FIELD, type ReaderWeights, UNKNOWN } from './weights.js';
import { WordTable } from './wordTable.js';

/** Lower bound of a cosine. */
const FARTHEST = -0.2;

/** The words of a chunk, each with its field once. */
export interface CountedWords {
  /** By word: its number, its place among the inputs of all chunks, and the place of its row. */
  readonly words: Int32Array;
  readonly inputs: Int32Array;
  readonly rows: Int32Array;
  /** Offset of the counts: 1 for CLS and every word of the query, then one for each of its words. */
  readonly counts: number;
}

/** The words of all chunks as inputs of the layers. */
export interface Inputs {
  readonly chunks: readonly CountedWords[];
  readonly all: Matrix;
  readonly keys: Matrix;
  readonly count: number;
}

/** The rows of the words, and the cosine of each to every word of the query. */
interface Rows {
  readonly placeOf: ReadonlyMap<number, number>;
  readonly cosines: Matrix;
}

export class ReaderInputs {
  readonly #memory: MatrixMemory;
  readonly #weights: ReaderWeights;
  readonly #dimensions: number;
  readonly #table: WordTable;

  constructor(memory: MatrixMemory, weights: ReaderWeights, model: BuiltinModel) {
    this.#memory = memory;
    this.#weights = weights;
    this.#dimensions = model.dimensions;
    this.#table = new WordTable(memory, model, weights.width);
  }

  /** And the initial state of each chunk: CLS and the words of the query. */
  of(
    words: Vocabulary,
    question: readonly number[],
    chunks: readonly (readonly number[])[],
  ): Inputs & { readonly state: Matrix } {
    const { width, wordProjection, zeros } = this.#weights;
    this.#table.prepare(words.row, wordProjection, zeros);
    const rows = this.#cosines(words, question);
    const inputs = this.#inputsOf(words, question, chunks, rows);
    const state: Matrix = { at: this.#memory.allocate(chunks.length * (question.length + 1) * width), stride: width };
    this.#initialState(state, words, question, inputs.chunks, rows);
    return { ...inputs, state };
  }

  #cosines(words: Vocabulary, question: readonly number[]): Rows {
    const memory = this.#memory;
    const dimensions = this.#dimensions;
    const placeOf = new Map<number, number>();
    for (const row of words.row) if (!placeOf.has(row)) placeOf.set(row, placeOf.size);
    const vectors: Matrix = { at: memory.allocate(placeOf.size * dimensions), stride: dimensions };
    const columns = roundToBlock(question.length);
    const asked: Matrix = { at: memory.allocate(dimensions * columns), stride: columns };
    const cosines: Matrix = { at: memory.allocate(placeOf.size * columns), stride: columns };
    const { numbers } = memory;
    numbers.fill(0, asked.at, asked.at + dimensions * columns);
    for (const [row, place] of placeOf) {
      const from = this.#table.vectorAt(row);
      numbers.copyWithin(vectors.at + place * dimensions, from, from + dimensions);
    }
    for (const [i, word] of question.entries()) {
      const from = this.#table.vectorAt(words.row[word]);
      for (let k = 0; k < dimensions; k++) numbers[asked.at + k * columns + i] = numbers[from + k];
    }
    memory.multiply(vectors, placeOf.size, dimensions, asked, columns, this.#weights.zeros, cosines);
    return { placeOf, cosines };
  }

  /** How each word matches the query: 0 not, 1 by its stem, 2 exactly. */
  #matchesOf({ row, stem }: Vocabulary, question: readonly number[]): Uint8Array {
    const stems = new Set(question.map((word) => stem[word]));
    const matches = Uint8Array.from(row, (_, word) => (stems.has(stem[word]) ? 1 : 0));
    for (const word of question) matches[word] = 2;
    return matches;
  }

  #rarityOf({ wordRow }: Vocabulary, word: number): number {
    return wordRow[word] === 0 ? UNKNOWN : this.#weights.rarity[wordRow[word]];
  }

  #inputsOf(
    words: Vocabulary,
    question: readonly number[],
    chunks: readonly (readonly number[])[],
    { placeOf, cosines }: Rows,
  ): Inputs {
    const memory = this.#memory;
    const { width, matchEmbedding, fieldEmbedding, similarityEmbedding, zeros } = this.#weights;
    const matches = this.#matchesOf(words, question);
    const places = new Map<number, number>();
    const own = question.length + 1;
    const of = chunks.map((chunk) => this.#wordsOf(chunk, places, own, (word) => placeIn(placeOf, words.row[word])));
    const all: Matrix = { at: memory.allocate(places.size * width), stride: width };
    const keys: Matrix = { at: memory.allocate(places.size * 2 * width), stride: 2 * width };
    const { numbers } = memory;
    const nearest = Float64Array.from({ length: placeOf.size }, (_, row) => {
      let most = FARTHEST;
      const from = cosines.at + row * cosines.stride;
      for (let i = 0; i < question.length; i++) if (numbers[from + i] > most) most = numbers[from + i];
      return most;
    });
    const inputs = Array.from(places.keys(), (key): ReaderInput => {
      const word = Math.floor(key / FIELDS);
      const row = words.row[word];
      return {
        word: this.#table.projectionAt(row),
        match: matchEmbedding + (matches[word] * CLASSES + this.#rarityOf(words, word)) * width,
        field: fieldEmbedding + (key % FIELDS) * width,
        place: zeros,
        near: nearest[placeIn(placeOf, row)],
      };
    });
    memory.inputs(inputs, similarityEmbedding, width, all.at);
    memory.layerNorm(all.at, places.size, width);
    return { chunks: of, all, keys, count: places.size };
  }

  /** The words of a chunk. `places` numbers those of all chunks; `own`: CLS and the words of the query. */
  #wordsOf(
    chunk: readonly number[],
    places: Map<number, number>,
    own: number,
    rowOf: (word: number) => number,
  ): CountedWords {
    const counted = new Map<number, number>();
    for (const key of chunk) counted.set(key, (counted.get(key) ?? 0) + 1);
    const counts = this.#memory.allocate(2 * (own + counted.size));
    const values = this.#memory.doubles(counts, own + counted.size).fill(1, 0, own);
    const one = { words: new Int32Array(counted.size), inputs: new Int32Array(counted.size) };
    const rows = new Int32Array(counted.size);
    let i = 0;
    for (const [key, count] of counted) {
      const place = places.get(key) ?? places.size;
      places.set(key, place);
      const word = Math.floor(key / FIELDS);
      [one.words[i], one.inputs[i], rows[i]] = [word, place, rowOf(word)];
      values[own + i++] = count;
    }
    return { ...one, rows, counts };
  }

  /** The initial state of each chunk: CLS and the words of the query. */
  #initialState(
    state: Matrix,
    words: Vocabulary,
    question: readonly number[],
    chunks: readonly CountedWords[],
    { cosines }: Rows,
  ): void {
    const { width, clsEmbedding, matchEmbedding, fieldEmbedding, placeEmbedding, zeros } = this.#weights;
    const { numbers } = this.#memory;
    const summary = { word: clsEmbedding, match: zeros, field: zeros, place: zeros, near: 0 };
    const inputs = chunks.flatMap((chunk): ReaderInput[] => {
      const here = new Set(chunk.words);
      const stems = new Set(Array.from(here, (word) => words.stem[word]));
      const near = new Float64Array(question.length).fill(FARTHEST);
      for (const row of chunk.rows) {
        const from = cosines.at + row * cosines.stride;
        for (let i = 0; i < near.length; i++) if (numbers[from + i] > near[i]) near[i] = numbers[from + i];
      }
      const asked = question.map((word, i) => {
        const matches = here.has(word) ? 2 : stems.has(words.stem[word]) ? 1 : 0;
        return {
          word: this.#table.projectionAt(words.row[word]),
          match: matchEmbedding + (MATCHES * CLASSES + matches * CLASSES + this.#rarityOf(words, word)) * width,
          field: fieldEmbedding + QUESTION_FIELD * width,
          place: placeEmbedding + i * width,
          near: near[i],
        };
      });
      return [summary, ...asked];
    });
    this.#memory.inputs(inputs, this.#weights.similarityEmbedding, width, state.at);
  }
}

const placeIn = (places: ReadonlyMap<number, number>, row: number): number => places.get(row) ?? 0;
