/**
 * Products of matrices, in WebAssembly: sixteen columns at a time. Sums are taken
 * in one order and rounded as IEEE 754 says, so they are the same on every machine.
 *
 *     out[row][column] = bias[column] + Σ x[row][k] · w[k][column]
 *
 * All that is multiplied lies in one memory; places in it are counted in numbers of four bytes.
 */
import { growMemory, wasmKernel, wasmMemory } from '../../store/vectors/wasm.js';

type Multiply = (...places: readonly number[]) => void;

const BYTES = 4;
/** Columns are multiplied so many at a time; there must be room for all of them. */
export const BLOCK = 16;
export const roundToBlock = (columns: number): number => Math.ceil(columns / BLOCK) * BLOCK;

/** Numbers side by side: where the first row begins, and how far it is to the next. */
export interface Matrix {
  readonly at: number;
  readonly stride: number;
}

export class MatrixMemory {
  readonly #memory = wasmMemory(0);
  readonly #multiply = wasmKernel<Multiply>('multiply', this.#memory);
  #taken = 0;

  /** Room for so many numbers. What was taken before is where it was, but all views of it are views of nothing. */
  allocate(count: number): number {
    const at = this.#taken;
    this.#taken += roundToBlock(count);
    growMemory(this.#memory, this.#taken * BYTES);
    return at;
  }

  /** Gives back all that was taken since. */
  release(at: number): void {
    this.#taken = at;
  }

  get allocated(): number {
    return this.#taken;
  }

  /** All of it. */
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
