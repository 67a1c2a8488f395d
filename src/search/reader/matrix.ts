/**
 * Matrix products in WebAssembly, sixteen columns at a time. Sums are taken in a fixed
 * order with IEEE 754 rounding, so they are the same on every machine.
 *
 *     out[row][column] = bias[column] + Σ x[row][k] · w[k][column]
 *
 * All operands are in one memory; offsets are counted in 32-bit floats.
 */
import { growMemory, wasmKernel, wasmMemory } from '../../store/vectors/wasm.js';

type Multiply = (...places: readonly number[]) => void;

const BYTES = 4;
/** Columns are padded to a multiple of this. */
export const BLOCK = 16;
export const roundToBlock = (columns: number): number => Math.ceil(columns / BLOCK) * BLOCK;

/** Offset of the first row, and the distance to the next. */
export interface Matrix {
  readonly at: number;
  readonly stride: number;
}

export class MatrixMemory {
  readonly #memory = wasmMemory(0);
  readonly #multiply = wasmKernel<Multiply>('multiply', this.#memory);
  #taken = 0;

  /** Allocates room for so many floats. Earlier offsets stay valid, earlier `numbers` views do not. */
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

  multiply(x: Matrix, rows: number, depth: number, w: Matrix, columns: number, bias: number, out: Matrix): void {
    const places = [
      x.at,
      x.at + rows * x.stride,
      x.stride,
      depth,
      w.at,
      w.stride,
      roundToBlock(columns),
      bias,
      out.at,
      out.stride,
    ];
    this.#multiply(...places.map((place) => place * BYTES));
  }
}

const EPSILON = 1e-5;

/** Layer normalisation: every row gets mean 0 and deviation 1. */
export function layerNorm(numbers: Float32Array, { at, stride }: Matrix, rows: number, width: number): void {
  for (let from = at; from < at + rows * stride; from += stride) {
    let sum = 0;
    for (let i = 0; i < width; i++) sum += numbers[from + i];
    const mean = sum / width;
    let squares = 0;
    for (let i = 0; i < width; i++) squares += (numbers[from + i] - mean) * (numbers[from + i] - mean);
    const scale = 1 / Math.sqrt(squares / width + EPSILON);
    for (let i = 0; i < width; i++) numbers[from + i] = (numbers[from + i] - mean) * scale;
  }
}

/** e^x for x ≤ 0, by a series of x/64, squared six times. Math.exp differs between engines. */
function exp(x: number): number {
  if (x < -30) return 0;
  const part = x / 64;
  let value = 1 + part * (1 + (part / 2) * (1 + part / 3));
  for (let i = 0; i < 6; i++) value *= value;
  return value;
}

/** Softmax of a column of logits, each word weighed by its count. */
export function softmax(
  numbers: Float32Array,
  { at, stride }: Matrix,
  column: number,
  rows: number,
  counts: readonly { readonly count: number }[],
  out: number,
): void {
  const total = rows + counts.length;
  let most = numbers[at + column];
  for (let i = 1; i < total; i++) {
    const value = numbers[at + i * stride + column];
    if (value > most) most = value;
  }
  let sum = 0;
  for (let i = 0; i < total; i++) {
    const once = exp(numbers[at + i * stride + column] - most);
    const all = i < rows ? once : once * counts[i - rows].count;
    numbers[out + i] = all;
    sum += all;
  }
  const scale = 1 / sum;
  for (let i = 0; i < total; i++) numbers[out + i] *= scale;
}
