/**
 * The transformer of the bi-encoder (docs/model.md): a text → a vector of length 1. All word
 * pieces of a text attend to each other, layer by layer; their mean is the vector.
 *
 *     pieces + positions ─→ │ attention, + , norm │ feed-forward, + , norm │ × 3 ─→ mean ─→ length 1
 *
 * Matrix products are of integers (their sums are exact in any order), all others are in a fixed
 * order: the same vector on every machine.
 */
import { type Matrix, MatrixMemory, roundToBlock } from '../../wasm/matrixMemory.js';
import { type BiEncoderWeights, biEncoderWeights, type EncoderLayer } from './weights.js';
import { WordPieces } from './wordPieces.js';

/** Where a text begins and ends. */
const [BEGIN, END] = ['[CLS]', '[SEP]'];

/** Offsets of the numbers of one text. */
interface Buffers {
  readonly state: number;
  /** Queries, keys and values. */
  readonly qkv: Matrix;
  readonly attended: Matrix;
  readonly hidden: number;
  readonly added: number;
  readonly queries: Matrix;
  readonly logits: Matrix;
  readonly attentionWeights: Matrix;
  readonly counts: number;
  readonly ones: number;
  readonly zeros: number;
}

export class Transformer {
  readonly #memory = new MatrixMemory();
  readonly #weights: BiEncoderWeights;
  readonly #buffers: Buffers;
  readonly #begin: number;
  readonly #end: number;
  readonly pieces: WordPieces;

  constructor(file: Uint8Array) {
    this.#weights = biEncoderWeights(file, this.#memory);
    this.#buffers = this.#allocate();
    const { pieces } = this.#weights;
    this.pieces = new WordPieces(pieces);
    [this.#begin, this.#end] = [BEGIN, END].map((piece) => pieces.indexOf(piece));
  }

  /** The longest text, in word pieces. */
  get maxPieces(): number {
    return this.#weights.positions - 2;
  }

  vector(pieces: readonly number[]): Float32Array {
    const count = this.#read([this.#begin, ...pieces.slice(0, this.maxPieces), this.#end]);
    for (const layer of this.#weights.layers) this.#layer(layer, count);
    return this.#mean(count);
  }

  #allocate(): Buffers {
    const { width, hidden, positions } = this.#weights;
    const memory = this.#memory;
    const columns = roundToBlock(positions);
    const floats = (count: number): number => {
      const at = memory.allocate(count);
      memory.numbers.fill(0, at, at + count);
      return at;
    };
    const counts = floats(2 * positions);
    memory.doubles(counts, positions).fill(1);
    const ones = floats(positions);
    memory.numbers.fill(1, ones, ones + positions);
    return {
      state: floats(positions * width),
      qkv: { at: floats(positions * 3 * width), stride: 3 * width },
      attended: { at: floats(positions * width), stride: width },
      hidden: floats(positions * hidden),
      added: floats(positions * width),
      queries: { at: floats(width * columns), stride: columns },
      logits: { at: floats(positions * columns), stride: columns },
      attentionWeights: { at: floats((positions + 1) * positions), stride: positions },
      counts,
      ones,
      zeros: floats(Math.max(columns, width)),
    };
  }

  /** Pieces → the first state; how many there are. */
  #read(pieces: readonly number[]): number {
    const { width, position, norm, add } = this.#weights;
    const { state, added } = this.#buffers;
    const { numbers } = this.#memory;
    const size = pieces.length * width;
    numbers.fill(0, state, state + size);
    for (const [i, piece] of pieces.entries()) add(piece, numbers, state + i * width);
    numbers.set(position.subarray(0, size), added);
    this.#memory.residualNorm(state, pieces.length, width, added, norm);
    return pieces.length;
  }

  #layer(
    { qkvProjection, outputProjection, attentionNorm, up, down, feedForwardNorm }: EncoderLayer,
    count: number,
  ): void {
    const { width } = this.#weights;
    const { state, qkv, attended, hidden, added } = this.#buffers;
    const memory = this.#memory;
    memory.multiplyIntegers(state, count, qkvProjection, qkv.at);
    this.#attend(count);
    memory.multiplyIntegers(attended.at, count, outputProjection, added);
    memory.residualNorm(state, count, width, added, attentionNorm);
    memory.multiplyIntegers(state, count, up, hidden, 0);
    memory.multiplyIntegers(hidden, count, down, added);
    memory.residualNorm(state, count, width, added, feedForwardNorm);
  }

  /** Attention, head by head. */
  #attend(count: number): void {
    const { width, heads } = this.#weights;
    const { qkv, attended, queries, logits, attentionWeights, counts, zeros } = this.#buffers;
    const memory = this.#memory;
    const headWidth = width / heads;
    memory.transpose(qkv, count, width, queries);
    for (let part = 0; part < width; part += headWidth) {
      const asking = { ...queries, at: queries.at + part * queries.stride };
      const keys = { ...qkv, at: qkv.at + width + part };
      memory.multiply(keys, count, headWidth, asking, count, zeros, logits);
      memory.softmax(logits, count, count, counts, attentionWeights);
      const values = { ...qkv, at: qkv.at + 2 * width + part };
      memory.multiply(attentionWeights, count, count, values, headWidth, zeros, {
        ...attended,
        at: attended.at + part,
      });
    }
  }

  /** The mean of all pieces at length 1, which their sum at length 1 is, too. */
  #mean(count: number): Float32Array {
    const { width, positions } = this.#weights;
    const { state, added, ones, zeros } = this.#buffers;
    const memory = this.#memory;
    const [each, sum] = [
      { at: ones, stride: positions },
      { at: added, stride: width },
    ];
    memory.multiply(each, 1, count, { at: state, stride: width }, width, zeros, sum);
    const values = memory.numbers.subarray(added, added + width);
    const length = Math.sqrt(values.reduce((squares, value) => squares + value * value, 0));
    return values.map((value) => value / length);
  }
}
