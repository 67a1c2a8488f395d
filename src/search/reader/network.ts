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
 * same on every machine; so is `exp` (matrixMemory.ts).
 */
import type { BuiltinModel } from '../../embed/builtin/model.js';
import { type Matrix, MatrixMemory, type ReaderInput, roundToBlock } from '../../wasm/matrixMemory.js';
import { FIELDS, type Vocabulary } from './vocabulary.js';
import {
  CLASSES,
  MATCHES,
  QUESTION_FIELD,
  type ReaderLayer,
  type ReaderWeights,
  readWeights,
  UNKNOWN,
} from './weights.js';
import { WordTable } from './wordTable.js';

/** Lower bound of a cosine. */
const FARTHEST = -0.2;

/** The words of a chunk, each with its field once. */
interface ChunkWords {
  /** By word: its number, its place among the inputs of all chunks, and the place of its row. */
  readonly words: Int32Array;
  readonly inputs: Int32Array;
  readonly rows: Int32Array;
  /** Offset of the counts: 1 for CLS and every word of the query, then one for each of its words. */
  readonly counts: number;
}

/** The words of all chunks as inputs of the layers. */
interface Inputs {
  readonly chunks: readonly ChunkWords[];
  readonly all: Matrix;
  readonly keys: Matrix;
  readonly count: number;
}

/** The rows of the words, and the cosine of each to every word of the query. */
interface Rows {
  readonly placeOf: ReadonlyMap<number, number>;
  readonly cosines: Matrix;
}

/** Buffers for the attention of one chunk. */
interface Attention {
  readonly keyValues: Matrix;
  readonly queryHeads: Matrix;
  readonly logits: Matrix;
  readonly attentionWeights: Matrix;
}

export class ReaderNetwork {
  readonly #model: BuiltinModel;
  readonly #memory = new MatrixMemory();
  readonly #weights: ReaderWeights;
  readonly #table: WordTable;
  /** Where the weights end. */
  readonly #base: number;

  constructor(file: Uint8Array, model: BuiltinModel) {
    this.#model = model;
    this.#weights = readWeights(file, this.#memory, model.dimensions);
    this.#table = new WordTable(this.#memory, model, this.#weights.width);
    this.#base = this.#memory.allocated;
  }

  /** Longest query and chunk, in words. */
  get limits(): Pick<ReaderWeights, 'questionWords' | 'chunkWords'> {
    return this.#weights;
  }

  /** A score for each chunk, comparable within one query. Chunks are word numbers with their fields (vocabulary.ts). */
  score(words: Vocabulary, question: readonly number[], chunks: readonly (readonly number[])[]): number[] {
    const memory = this.#memory;
    memory.release(this.#base);
    const { width, layers, wordProjection, zeros } = this.#weights;
    const size = question.length + 1;
    this.#table.prepare(words.row, wordProjection, zeros);
    const rows = this.#cosines(words, question);
    const inputs = this.#inputs(words, question, chunks, rows);
    const state: Matrix = { at: memory.allocate(chunks.length * size * width), stride: width };
    this.#initialState(state, words, question, inputs.chunks, rows);
    // The last layer computes CLS only.
    for (const layer of layers) this.#layer(layer, state, size, layer === layers.at(-1) ? 1 : size, inputs);
    return this.#project(state, chunks.length);
  }

  #cosines(words: Vocabulary, question: readonly number[]): Rows {
    const memory = this.#memory;
    const { dimensions } = this.#model;
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

  #inputs(
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
  ): ChunkWords {
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
    chunks: readonly ChunkWords[],
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

  /** One layer. The first `queries` rows of each chunk attend; their new states are what is left. */
  #layer(layer: ReaderLayer, state: Matrix, rows: number, queries: number, inputs: Inputs): void {
    const memory = this.#memory;
    const before = memory.allocated;
    const { width, hidden: hiddenWidth } = this.#weights;
    const { chunks, all, keys, count } = inputs;
    const [many, left] = [chunks.length * rows, chunks.length * queries];
    const flat: Matrix = { at: memory.allocate(many * width), stride: width };
    const qkv: Matrix = { at: memory.allocate(many * 3 * width), stride: 3 * width };
    const attended: Matrix = { at: memory.allocate(left * width), stride: width };
    const hidden: Matrix = { at: memory.allocate(left * hiddenWidth), stride: hiddenWidth };
    const qkvProjection: Matrix = { at: layer.qkvProjection, stride: 3 * width };
    const kvProjection = { ...qkvProjection, at: qkvProjection.at + width };
    memory.multiply(all, count, width, kvProjection, 2 * width, layer.qkvBias + width, keys);
    memory.numbers.copyWithin(flat.at, state.at, state.at + many * width);
    memory.layerNorm(flat.at, many, width);
    memory.multiply(flat, many, width, qkvProjection, 3 * width, layer.qkvBias, qkv);
    this.#attendAll(qkv, rows, queries, inputs, attended);
    const { numbers } = memory;
    for (let c = 0; c < chunks.length; c++) {
      const from = state.at + c * rows * width;
      numbers.copyWithin(state.at + c * queries * width, from, from + queries * width);
    }
    const outputProjection: Matrix = { at: layer.outputProjection, stride: width };
    memory.multiply(attended, left, width, outputProjection, width, layer.outputBias, flat);
    for (let i = 0; i < left * width; i++) numbers[state.at + i] += numbers[flat.at + i];
    numbers.copyWithin(flat.at, state.at, state.at + left * width);
    memory.layerNorm(flat.at, left, width);
    memory.multiply(flat, left, width, { at: layer.up, stride: hiddenWidth }, hiddenWidth, layer.upBias, hidden);
    for (let i = hidden.at; i < hidden.at + left * hiddenWidth; i++) if (numbers[i] < 0) numbers[i] = 0;
    memory.multiply(hidden, left, hiddenWidth, { at: layer.down, stride: width }, width, layer.downBias, flat);
    for (let i = 0; i < left * width; i++) numbers[state.at + i] += numbers[flat.at + i];
    memory.release(before);
  }

  /** Attention, chunk by chunk: `qkv` has queries, keys and values of CLS and the words of the query. */
  #attendAll(qkv: Matrix, rows: number, queries: number, { chunks, keys }: Inputs, attended: Matrix): void {
    const { width } = this.#weights;
    const longest = chunks.reduce((most, { words }) => Math.max(most, words.length), 0);
    const attention = this.#attentionBuffers(queries, rows + longest);
    const { numbers } = this.#memory;
    const { at } = attention.keyValues;
    for (const [c, chunk] of chunks.entries()) {
      const from = qkv.at + c * rows * qkv.stride;
      for (let i = 0; i < rows; i++) {
        const own = from + i * qkv.stride + width;
        numbers.copyWithin(at + i * 2 * width, own, own + 2 * width);
      }
      for (let i = 0; i < chunk.inputs.length; i++) {
        const key = keys.at + chunk.inputs[i] * keys.stride;
        numbers.copyWithin(at + (rows + i) * 2 * width, key, key + 2 * width);
      }
      const out = attended.at + c * queries * width;
      this.#attend({ ...qkv, at: from }, rows, queries, chunk, attention, out);
    }
  }

  #attentionBuffers(queries: number, most: number): Attention {
    const memory = this.#memory;
    const { width, heads } = this.#weights;
    const columns = roundToBlock(queries);
    const keyValues: Matrix = { at: memory.allocate(most * 2 * width), stride: 2 * width };
    const queryHeads: Matrix = { at: memory.allocate((width / heads) * columns), stride: columns };
    const logits: Matrix = { at: memory.allocate(most * columns), stride: columns };
    const attentionWeights: Matrix = { at: memory.allocate((queries + 1) * most), stride: most };
    return { keyValues, queryHeads, logits, attentionWeights };
  }

  /** Attention of one chunk, head by head. */
  #attend(
    qkv: Matrix,
    rows: number,
    queries: number,
    { words, counts }: ChunkWords,
    { keyValues, queryHeads, logits, attentionWeights }: Attention,
    out: number,
  ): void {
    const memory = this.#memory;
    const { width, heads, zeros } = this.#weights;
    const headWidth = width / heads;
    const total = rows + words.length;
    for (let part = 0; part < width; part += headWidth) {
      memory.transpose({ ...qkv, at: qkv.at + part }, queries, headWidth, queryHeads);
      const key = { ...keyValues, at: keyValues.at + part };
      memory.multiply(key, total, headWidth, queryHeads, queries, zeros, logits);
      memory.softmax(logits, total, queries, counts, attentionWeights);
      const value = { ...keyValues, at: keyValues.at + width + part };
      memory.multiply(attentionWeights, queries, total, value, headWidth, zeros, { at: out + part, stride: width });
    }
  }

  #project(state: Matrix, chunks: number): number[] {
    const memory = this.#memory;
    const { width, last, scoreHidden, scoreHiddenBias, scoreOutput } = this.#weights;
    const out: Matrix = { at: memory.allocate(chunks * last), stride: last };
    memory.layerNorm(state.at, chunks, width);
    memory.multiply(state, chunks, width, { at: scoreHidden, stride: last }, last, scoreHiddenBias, out);
    const { numbers } = memory;
    return Array.from({ length: chunks }, (_, c) => {
      let sum = scoreOutput[last];
      for (let i = 0; i < last; i++) sum += Math.max(0, numbers[out.at + c * last + i]) * scoreOutput[i];
      return sum;
    });
  }
}

const placeIn = (places: ReadonlyMap<number, number>, row: number): number => places.get(row) ?? 0;
