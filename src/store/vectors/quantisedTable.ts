/**
 * All vectors of an index, as they are kept (quantise.ts), and which of some are
 * nearest to a question. WebAssembly multiplies eight dimensions at a time, for
 * which the question is made of whole numbers, too; what it finds nearest is
 * then reckoned as exactly as anywhere else.
 *
 *     5,000 entries ─whole numbers→ the best 200 ─as they are→ 200 with their cosines
 *
 *     memory   codes, one behind the other │ question │ entries │ products
 */

import { growMemory, wasmKernel, wasmMemory } from '../../wasm/wasmKernel.js';
import { type ScoredRow, TopK } from '../topK.js';
import { QuantisedVectors, quantisedBytes } from './quantise.js';

const STEP = 16;
/** The sum of all products must be a number of 32 bits. */
const MOST = 2 ** 31 - 1;

type Dots = (
  entry: number,
  end: number,
  codes: number,
  stride: number,
  vector: number,
  bytes: number,
  out: number,
) => void;

const upTo = (bytes: number, whole: number): number => Math.ceil(bytes / whole) * whole;

/** Where there is no WebAssembly, or no room, it cannot be made or filled. Memory is large, and goes late: fill it anew. */
export class QuantisedTable {
  readonly #memory = wasmMemory(0);
  readonly #dots = wasmKernel<Dots>('dot', this.#memory);
  #dimensions = 0;
  /** Where the question begins. */
  #vector = 0;
  /** Where entries begin: a question takes two bytes a dimension, and fills its steps. */
  #entries = 0;

  /** Takes the place of what was there. */
  fill(codes: Uint8Array, dimensions: number): void {
    this.#dimensions = dimensions;
    this.#vector = upTo(codes.length, STEP) + STEP; // the last step of the last code goes beyond it
    this.#entries = this.#vector + 2 * upTo(dimensions, STEP);
    growMemory(this.#memory, this.#entries);
    new Uint8Array(this.#memory.buffer).set(codes);
  }

  /** One entry instead of what was there. */
  put(entry: number, code: Uint8Array): void {
    new Uint8Array(this.#memory.buffer).set(code, entry * quantisedBytes(this.#dimensions));
  }

  /** The `limit` nearest of some entries, best first; `row` is the entry. */
  nearest(vector: Float32Array, entries: Uint32Array, limit: number): readonly ScoredRow[] {
    const dotProducts = this.products(vector, entries);
    const [likely, best] = [new TopK(limit), new TopK(limit)];
    for (let i = 0; i < entries.length; i++) likely.add(entries[i], dotProducts[i]);
    const codes = new QuantisedVectors(new Uint8Array(this.#memory.buffer, 0, this.#vector));
    const stride = quantisedBytes(this.#dimensions);
    for (const { row } of likely.sorted()) best.add(row, codes.cosine(vector, row * stride));
    return best.sorted();
  }

  /** With each entry's vector; as large as they are beside each other, and no more. Gone with the next question. */
  products(vector: Float32Array, entries: Uint32Array): Float32Array {
    const end = this.#entries + entries.byteLength;
    growMemory(this.#memory, end + entries.byteLength);
    const { buffer } = this.#memory;
    new Int16Array(buffer, this.#vector, upTo(vector.length, STEP)).fill(0).set(wholeNumbers(vector));
    new Uint32Array(buffer, this.#entries, entries.length).set(entries);
    this.#dots(this.#entries, end, 0, quantisedBytes(this.#dimensions), this.#vector, this.#dimensions, end);
    return new Float32Array(buffer, end, entries.length);
  }
}

/** As large as 16 bits, and all products together, allow. */
function wholeNumbers(vector: Float32Array): Int16Array {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]));
  const scale = Math.min(2 ** 15 - 1, MOST / (127 * vector.length)) / (largest || 1);
  const numbers = new Int16Array(vector.length);
  for (let i = 0; i < vector.length; i++) numbers[i] = Math.round(vector[i] * scale);
  return numbers;
}
