/**
 * The arithmetic of the reader and the bi-encoder in WebAssembly (kernels/*.wat). Sums are taken in a fixed
 * order with IEEE 754 rounding, so they are the same on every machine.
 *
 *     multiply   out[row][column] = bias[column] + Σ x[row][k] · w[k][column]
 *
 * All operands are in one memory; offsets are counted in 32-bit floats.
 */
import { growMemory, wasmKernel, wasmMemory } from './wasmKernel.js';

type Kernel = (...places: readonly number[]) => void;

const BYTES = 4;
const SHORT = 2;
/** Columns are padded to a multiple of this. */
export const BLOCK = 16;
export const roundToBlock = (columns: number): number => Math.ceil(columns / BLOCK) * BLOCK;

/** Offset of the first row, and the distance to the next. */
export interface Matrix {
  readonly at: number;
  readonly stride: number;
}

/** A matrix of 16-bit integers with a scale and a bias for each column: their offsets. */
export interface IntegerMatrix {
  readonly at: number;
  /** How many numbers a column has, and how many columns there are: multiples of 8 and of 4. */
  readonly depth: number;
  readonly columns: number;
  readonly scales: number;
  readonly bias: number;
}

/** What each column is multiplied by after a normalisation, and what is added to it: offsets. */
export interface Norm {
  readonly gain: number;
  readonly bias: number;
}

/** Under the root of a variance. */
const EPSILON = 1e-5;

export class MatrixMemory {
  readonly #memory = wasmMemory(0);
  readonly #multiply = wasmKernel<Kernel>('multiply', this.#memory);
  readonly #layerNorm = wasmKernel<Kernel>('layerNorm', this.#memory);
  readonly #softmax = wasmKernel<Kernel>('softmax', this.#memory);
  readonly #inputs = wasmKernel<Kernel>('inputs', this.#memory);
  readonly #unit = wasmKernel<Kernel>('unit', this.#memory);
  readonly #integers = wasmKernel<Kernel>('integers', this.#memory);
  readonly #integerMultiply = wasmKernel<Kernel>('integerMultiply', this.#memory);
  readonly #residualNorm = wasmKernel<Kernel>('residualNorm', this.#memory);
  readonly #transpose = wasmKernel<Kernel>('transpose', this.#memory);
  #taken = 0;

  /** Allocates room for so many floats. Earlier offsets stay valid, earlier views do not. */
  allocate(count: number): number {
    const at = this.#taken;
    this.#taken += roundToBlock(count);
    growMemory(this.#memory, this.#taken * BYTES);
    return at;
  }

  /** Frees everything allocated since. */
  release(at: number): void {
    this.#taken = at;
  }

  get allocated(): number {
    return this.#taken;
  }

  /** A view of the whole memory. */
  get numbers(): Float32Array {
    return new Float32Array(this.#memory.buffer);
  }

  /** A view of so many 16-bit integers, two in the room of a float. */
  shorts(at: number, count: number): Int16Array {
    return new Int16Array(this.#memory.buffer, at * BYTES, count);
  }

  /** A view of so many 64-bit floats, each in the room of two. */
  doubles(at: number, count: number): Float64Array {
    return new Float64Array(this.#memory.buffer, at * BYTES, count);
  }

  multiply(x: Matrix, rows: number, depth: number, w: Matrix, columns: number, bias: number, out: Matrix): void {
    this.#multiply(
      x.at * BYTES,
      (x.at + rows * x.stride) * BYTES,
      x.stride * BYTES,
      depth * BYTES,
      w.at * BYTES,
      w.stride * BYTES,
      roundToBlock(columns) * BYTES,
      bias * BYTES,
      out.at * BYTES,
      out.stride * BYTES,
    );
  }

  /**
   * Multiplies by a matrix of integers, its columns stored one behind the other; x is rounded to integers first. Rows are
   * contiguous, and there is room for an even number of them. Results below `least` become `least`.
   */
  multiplyIntegers(x: number, rows: number, w: IntegerMatrix, out: number, least = Number.NEGATIVE_INFINITY): void {
    const { at, depth, columns, scales, bias } = w;
    const before = this.#taken;
    const even = rows + (rows & 1);
    const integers = this.allocate((even * depth) / 2);
    const rowScales = this.allocate(even);
    this.#integers(x * BYTES, (x + even * depth) * BYTES, depth * BYTES, integers * BYTES, rowScales * BYTES);
    this.#integerMultiply(
      integers * BYTES,
      even,
      depth * SHORT,
      rowScales * BYTES,
      at * BYTES,
      columns,
      scales * BYTES,
      bias * BYTES,
      out * BYTES,
      least,
    );
    this.release(before);
  }

  /** Adds to the rows at `at` those of `added`; then each row is normalised, and each column scaled and moved. */
  residualNorm(at: number, rows: number, width: number, added: number, { gain, bias }: Norm): void {
    const end = (at + rows * width) * BYTES;
    this.#residualNorm(at * BYTES, end, width * BYTES, added * BYTES, gain * BYTES, bias * BYTES, EPSILON);
  }

  /** Layer normalisation: every row gets mean 0 and deviation 1. Rows lie one behind the other. */
  layerNorm(at: number, rows: number, width: number): void {
    this.#layerNorm(at * BYTES, (at + rows * width) * BYTES, width * BYTES, EPSILON);
  }

  /**
   * Softmax of columns of logits, each row weighed by its count (64-bit floats); a row of `out` for each column, and
   * room for one more.
   */
  softmax(logits: Matrix, rows: number, columns: number, counts: number, out: Matrix): void {
    const end = logits.at + rows * logits.stride;
    this.#softmax(
      logits.at * BYTES,
      logits.stride * BYTES,
      end * BYTES,
      columns,
      counts * BYTES,
      out.at * BYTES,
      out.stride * BYTES,
    );
  }

  /** Rows become columns. */
  transpose(x: Matrix, rows: number, columns: number, out: Matrix): void {
    const end = x.at + rows * x.stride;
    this.#transpose(x.at * BYTES, x.stride * BYTES, end * BYTES, columns * BYTES, out.at * BYTES, out.stride * BYTES);
  }

  /** Vectors of small integers, each written to its offset with length 1. */
  unit(length: number, vectors: readonly { readonly values: Int8Array; readonly at: number }[]): void {
    const before = this.#taken;
    const bytes = vectors.length * length;
    const from = this.allocate(Math.ceil(bytes / BYTES)) * BYTES;
    const places = this.allocate(vectors.length) * BYTES;
    const [values, offsets] = [
      new Int8Array(this.#memory.buffer, from, bytes),
      new Uint32Array(this.#memory.buffer, places, vectors.length),
    ];
    for (let i = 0; i < vectors.length; i++) {
      values.set(vectors[i].values, i * length);
      offsets[i] = vectors[i].at * BYTES;
    }
    this.#unit(from, from + bytes, length, places);
    this.release(before);
  }

  /** For each input the sum of four vectors and, times `near`, of a fifth: a row of `out`. */
  inputs(all: readonly ReaderInput[], similarity: number, width: number, out: number): void {
    const before = this.#taken;
    const at = this.allocate(all.length * INPUT);
    const view = new DataView(this.#memory.buffer, at * BYTES, all.length * INPUT * BYTES);
    for (let i = 0, from = 0; i < all.length; i++, from += INPUT * BYTES) {
      const { word, match, field, place, near } = all[i];
      view.setUint32(from, word * BYTES, true);
      view.setUint32(from + 4, match * BYTES, true);
      view.setUint32(from + 8, field * BYTES, true);
      view.setUint32(from + 12, place * BYTES, true);
      view.setFloat64(from + 16, near, true);
    }
    this.#inputs(at * BYTES, (at + all.length * INPUT) * BYTES, similarity * BYTES, width * BYTES, out * BYTES);
    this.release(before);
  }
}

/** Offsets of the vectors that are added, and how near the word is to its counterpart. */
export interface ReaderInput {
  readonly word: number;
  readonly match: number;
  readonly field: number;
  readonly place: number;
  readonly near: number;
}

/** An input in memory, in floats: four offsets and a 64-bit float. */
const INPUT = 6;
