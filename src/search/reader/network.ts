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
 * same on every machine; so is the exponential (kernels/softmax.wat).
 */
import type { BuiltinModel } from '../../embed/builtin/model.js';
import { type Matrix, MatrixMemory, roundToBlock } from '../../wasm/matrixMemory.js';
import { type CountedWords, type Inputs, ReaderInputs } from './inputs.js';
import type { Vocabulary } from './vocabulary.js';
import { type ReaderLayer, type ReaderWeights, readWeights } from './weights.js';

/** Buffers for the attention of one chunk. */
interface Attention {
  readonly keyValues: Matrix;
  readonly queryHeads: Matrix;
  readonly logits: Matrix;
  readonly attentionWeights: Matrix;
}

export class ReaderNetwork {
  readonly #memory = new MatrixMemory();
  readonly #weights: ReaderWeights;
  readonly #inputs: ReaderInputs;
  /** Where the weights end. */
  readonly #base: number;

  constructor(file: Uint8Array, model: BuiltinModel) {
    this.#weights = readWeights(file, this.#memory, model.dimensions);
    this.#inputs = new ReaderInputs(this.#memory, this.#weights, model);
    this.#base = this.#memory.allocated;
  }

  /** Longest query and chunk, in words. */
  get limits(): Pick<ReaderWeights, 'questionWords' | 'chunkWords'> {
    return this.#weights;
  }

  /** A score for each chunk, comparable within one query. Chunks are word numbers with their fields (vocabulary.ts). */
  score(words: Vocabulary, question: readonly number[], chunks: readonly (readonly number[])[]): number[] {
    this.#memory.release(this.#base);
    const { layers } = this.#weights;
    const size = question.length + 1;
    const { state, ...inputs } = this.#inputs.of(words, question, chunks);
    // The last layer computes CLS only.
    for (const layer of layers) this.#layer(layer, state, size, layer === layers.at(-1) ? 1 : size, inputs);
    return this.#project(state, chunks.length);
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
    { words, counts }: CountedWords,
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
