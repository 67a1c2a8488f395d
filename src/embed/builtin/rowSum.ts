/**
 * The weighted sum of rows of a table of small integers, in WebAssembly (kernels/rowSum.wat)
 * where there is any:
 *
 *     sum = Σ weight · row        four rows at a time: ((a + b) + (c + d)), then the rest one by one
 *
 * Both ways round every step alike, so their sums are equal, bit for bit.
 */
import { type WasmMemory, wasmKernel, wasmMemory } from '../../wasm/wasmKernel.js';

/** Columns of one step of the kernel; the last step may read and write so many too far. */
const STEP = 8;

type Kernel = (rows: number, end: number, weights: number, columns: number, out: number) => void;

export class RowSum {
  readonly table: Int8Array;
  /** Where the first `count` rows begin in the table, and their weights: set before `sum`. */
  readonly starts: Uint32Array;
  readonly weights: Float64Array;
  readonly #sum: Float64Array;
  readonly #kernel: Kernel | undefined;

  /** Sums of up to `maxRows` rows of up to `width` columns. The table is copied. */
  constructor(table: Int8Array, width: number, maxRows: number) {
    // Memory: sum │ weights │ starts │ table. The kernel may write beyond the sum and read beyond the table.
    const columns = Math.ceil(width / STEP) * STEP;
    const weightsAt = 8 * columns;
    const startsAt = weightsAt + 8 * maxRows;
    const tableAt = startsAt + 4 * maxRows;
    const { buffer, kernel } = memoryFor(tableAt + table.length + STEP);
    this.#kernel = kernel;
    this.#sum = new Float64Array(buffer, 0, columns);
    this.weights = new Float64Array(buffer, weightsAt, maxRows);
    this.starts = new Uint32Array(buffer, startsAt, maxRows);
    this.table = new Int8Array(buffer, tableAt, table.length);
    this.table.set(table);
  }

  /** The first columns of the sum of the first `count` rows. Valid until the next call. */
  sum(count: number, columns: number): Float64Array {
    const { starts, weights, table } = this;
    const sum = this.#sum.subarray(0, columns);
    if (this.#kernel === undefined) addRows(sum, count, this);
    else {
      for (let i = 0; i < count; i++) starts[i] += table.byteOffset;
      this.#kernel(starts.byteOffset, starts.byteOffset + 4 * count, weights.byteOffset, columns, sum.byteOffset);
    }
    return sum;
  }
}

interface SumMemory {
  readonly buffer: ArrayBuffer;
  readonly kernel?: Kernel;
}

function memoryFor(bytes: number): SumMemory {
  try {
    const memory: WasmMemory = wasmMemory(bytes);
    return { buffer: memory.buffer, kernel: wasmKernel<Kernel>('rowSum', memory) };
  } catch {
    return { buffer: new ArrayBuffer(bytes) }; // WebAssembly is disabled
  }
}

/** Four rows at a time, so that each number of the sum is loaded and stored a quarter as often. */
function addRows(sum: Float64Array, count: number, { starts, weights, table }: RowSum): void {
  sum.fill(0);
  let i = 0;
  for (; i + 3 < count; i += 4) {
    const [a, b, c, d] = [weights[i], weights[i + 1], weights[i + 2], weights[i + 3]];
    const [atA, atB, atC, atD] = [starts[i], starts[i + 1], starts[i + 2], starts[i + 3]];
    for (let j = 0; j < sum.length; j++)
      sum[j] += a * table[atA + j] + b * table[atB + j] + (c * table[atC + j] + d * table[atD + j]);
  }
  for (; i < count; i++) {
    const [a, at] = [weights[i], starts[i]];
    for (let j = 0; j < sum.length; j++) sum[j] += a * table[at + j];
  }
}
