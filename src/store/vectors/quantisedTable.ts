/**
 * All vectors of an index as they are stored (quantise.ts), and the nearest of a
 * selection. WebAssembly multiplies eight dimensions per step, with the query as
 * integers, too; the nearest are then computed exactly.
 *
 *     5,000 entries ─integer products→ the best 200 ─exact→ 200 with their cosines
 *
 *     memory   codes, concatenated │ query │ entries │ products
 */

import { growMemory, wasmKernel, wasmMemory } from '../../wasm/wasmKernel.js';
import { type ScoredRow, TopK } from '../topK.js';
import type { EntryChanges } from './hammingScan.js';
import { QuantisedVectors, quantisedBytes } from './quantise.js';

const STEP = 16;
/** The sum of all products must fit into 32 bits. */
const MAX_INT32 = 2 ** 31 - 1;

type Dots = (
  entry: number,
  end: number,
  codes: number,
  stride: number,
  vector: number,
  bytes: number,
  out: number,
) => void;

type Quantise = (entry: number, end: number, codes: number, stride: number, bytes: number) => void;

const roundUp = (bytes: number, multiple: number): number => Math.ceil(bytes / multiple) * multiple;

/** Throws if there is no WebAssembly or not enough memory. Memory is large and freed late: fill a table again instead of creating another. */
export class QuantisedTable {
  readonly #memory = wasmMemory(0);
  readonly #dots = wasmKernel<Dots>('dot', this.#memory);
  /** The table of an index is filled with codes, and never needs it. */
  #quantise: Quantise | undefined;
  #dimensions = 0;
  /** Offset of the query. */
  #vector = 0;
  /** Offset of the entries: a query takes two bytes per dimension, padded to whole steps. */
  #entries = 0;

  /** Replaces the contents. */
  fill(codes: Uint8Array, dimensions: number): void {
    this.#dimensions = dimensions;
    this.#vector = roundUp(codes.length, STEP) + STEP; // the last step of the last code reads beyond it
    this.#entries = this.#vector + 2 * roundUp(dimensions, STEP);
    growMemory(this.#memory, this.#entries);
    new Uint8Array(this.#memory.buffer).set(codes);
  }

  /** Replaces the contents by `length` entries: some of the present ones, and new codes. */
  rearrange(length: number, { kept, added }: EntryChanges, codeOf: (entry: number) => Uint8Array): void {
    const stride = quantisedBytes(this.#dimensions);
    const before = new Uint8Array(this.#memory.buffer);
    const codes = new Uint8Array(length * stride);
    for (const { from, to, length } of kept)
      codes.set(before.subarray(from * stride, (from + length) * stride), to * stride);
    for (const entry of added) codes.set(codeOf(entry), entry * stride);
    this.fill(codes, this.#dimensions);
  }

  /** Replaces some entries by vectors of small integers. */
  quantise(entries: Uint32Array, vectorOf: (entry: number) => Int8Array): void {
    const stride = quantisedBytes(this.#dimensions);
    const end = this.#entries + entries.byteLength;
    growMemory(this.#memory, end);
    const { buffer } = this.#memory;
    const bytes = new Int8Array(buffer);
    for (const entry of entries) bytes.set(vectorOf(entry), (entry + 1) * stride - this.#dimensions);
    new Uint32Array(buffer, this.#entries, entries.length).set(entries);
    this.#quantise ??= wasmKernel<Quantise>('quantise', this.#memory);
    this.#quantise(this.#entries, end, 0, stride, this.#dimensions);
  }

  /** The `limit` nearest of some entries, best first; `row` is the entry. */
  nearest(vector: Float32Array, entries: Uint32Array, limit: number): readonly ScoredRow[] {
    const dotProducts = this.products(vector, entries);
    const [approximate, best] = [new TopK(limit), new TopK(limit)];
    for (let i = 0; i < entries.length; i++) approximate.add(entries[i], dotProducts[i]);
    const codes = new QuantisedVectors(new Uint8Array(this.#memory.buffer, 0, this.#vector));
    const stride = quantisedBytes(this.#dimensions);
    for (const { row } of approximate.sorted()) best.add(row, codes.cosine(vector, row * stride));
    return best.sorted();
  }

  /** Products with each entry's vector, comparable only with each other. Valid until the next query. */
  products(vector: Float32Array, entries: Uint32Array): Float32Array {
    const end = this.#entries + entries.byteLength;
    growMemory(this.#memory, end + entries.byteLength);
    const { buffer } = this.#memory;
    new Int16Array(buffer, this.#vector, roundUp(vector.length, STEP)).fill(0).set(toIntegers(vector));
    new Uint32Array(buffer, this.#entries, entries.length).set(entries);
    this.#dots(this.#entries, end, 0, quantisedBytes(this.#dimensions), this.#vector, this.#dimensions, end);
    return new Float32Array(buffer, end, entries.length);
  }
}

/** As large as 16 bits and the sum of all products allow. */
function toIntegers(vector: Float32Array): Int16Array {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]));
  const scale = Math.min(2 ** 15 - 1, MAX_INT32 / (127 * vector.length)) / (largest || 1);
  const numbers = new Int16Array(vector.length);
  for (let i = 0; i < vector.length; i++) numbers[i] = Math.round(vector[i] * scale);
  return numbers;
}
