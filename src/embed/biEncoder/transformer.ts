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
  readonly looks: Matrix;
  readonly seen: Matrix;
  readonly hidden: number;
  readonly added: number;
  readonly queries: Matrix;
  readonly logits: Matrix;
  readonly shares: Matrix;
  readonly counts: number;
  readonly ones: number;
  readonly nothing: number;
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
  get most(): number {
    return this.#weights.positions - 2;
  }

  vector(pieces: readonly number[]): Float32Array {
    const count = this.#read([this.#begin, ...pieces.slice(0, this.most), this.#end]);
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
      looks: { at: floats(positions * 3 * width), stride: 3 * width },
      seen: { at: floats(positions * width), stride: width },
      hidden: floats(positions * hidden),
      added: floats(positions * width),
      queries: { at: floats(width * columns), stride: columns },
      logits: { at: floats(positions * columns), stride: columns },
      shares: { at: floats((positions + 1) * positions), stride: positions },
      counts,
      ones,
      nothing: floats(Math.max(columns, width)),
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

  #layer({ attend, out, attended, wide, narrow, done }: EncoderLayer, count: number): void {
    const { width } = this.#weights;
    const { state, looks, seen, hidden, added } = this.#buffers;
    const memory = this.#memory;
    memory.multiplyIntegers(state, count, attend, looks.at);
    this.#attend(count);
    memory.multiplyIntegers(seen.at, count, out, added);
    memory.residualNorm(state, count, width, added, attended);
    memory.multiplyIntegers(state, count, wide, hidden, 0);
    memory.multiplyIntegers(hidden, count, narrow, added);
    memory.residualNorm(state, count, width, added, done);
  }

  /** Attention, head by head. */
  #attend(count: number): void {
    const { width, heads } = this.#weights;
    const { looks, seen, queries, logits, shares, counts, nothing } = this.#buffers;
    const memory = this.#memory;
    const deep = width / heads;
    memory.transpose(looks, count, width, queries);
    for (let part = 0; part < width; part += deep) {
      const asking = { ...queries, at: queries.at + part * queries.stride };
      const keys = { ...looks, at: looks.at + width + part };
      memory.multiply(keys, count, deep, asking, count, nothing, logits);
      memory.softmax(logits, count, count, counts, shares);
      const values = { ...looks, at: looks.at + 2 * width + part };
      memory.multiply(shares, count, count, values, deep, nothing, { ...seen, at: seen.at + part });
    }
  }

  /** The mean of all pieces at length 1, which their sum at length 1 is, too. */
  #mean(count: number): Float32Array {
    const { width, positions } = this.#weights;
    const { state, added, ones, nothing } = this.#buffers;
    const memory = this.#memory;
    const [each, sum] = [
      { at: ones, stride: positions },
      { at: added, stride: width },
    ];
    memory.multiply(each, 1, count, { at: state, stride: width }, width, nothing, sum);
    const values = memory.numbers.subarray(added, added + width);
    const length = Math.sqrt(values.reduce((squares, value) => squares + value * value, 0));
    return values.map((value) => value / length);
  }
}
