/**
 * The binary codes of many vectors, and their Hamming distances to a query's code.
 *
 *     entry    row (two words) │ signs, 32 dimensions to a word
 *
 * Every query compares all of them, so they are in WebAssembly memory, where sixteen
 * bytes are compared per step: a sixth of the time that 32-bit words take. Without
 * WebAssembly, or if a vector does not fill whole steps, words are used.
 */
import { growMemory, type WasmMemory, wasmKernel, wasmMemory } from '../../wasm/wasmKernel.js';

/** Size of the row id, in 32-bit words. */
export const ROW_WORDS = 2;
const WORD_BYTES = 4;
const STEP_BYTES = 16;

type Hamming = (
  entry: number,
  end: number,
  stride: number,
  signs: number,
  bytes: number,
  out: number,
  counts: number,
) => void;
interface HammingKernel {
  readonly memory: WasmMemory;
  readonly hamming: Hamming;
}

/** Valid until the next query. */
export interface Distances {
  /** The number of differing bits, by entry. */
  readonly of: Uint16Array;
  /** The number of entries, by distance. */
  readonly counts: Uint32Array;
}

export class BinaryCodeTable {
  /** Undefined: 32-bit words are used. */
  #kernel: HammingKernel | undefined;
  #entries = new Uint32Array(0);
  /** Words per entry. */
  #stride = ROW_WORDS;

  /** All entries, as words. */
  get entries(): Uint32Array {
    return this.#entries;
  }

  /** Replaces the contents. `stride`: words per entry. */
  fill(entries: Uint8Array, stride: number): void {
    const length = entries.length - (entries.length % (stride * WORD_BYTES)); // an incomplete entry is ignored
    this.#stride = stride;
    this.#kernel = this.#kernelFor(length);
    const buffer = this.#kernel?.memory.buffer ?? new ArrayBuffer(length);
    new Uint8Array(buffer).set(entries.subarray(0, length));
    this.#entries = new Uint32Array(buffer, 0, length / WORD_BYTES);
  }

  hammingDistances(signs: Uint32Array): Distances {
    const length = this.#entries.length / this.#stride;
    const maxDistance = signs.length * WORD_BYTES * 8;
    if (!this.#kernel)
      return this.#byWords(signs, { of: new Uint16Array(length), counts: new Uint32Array(maxDistance + 1) });
    const { hamming, memory } = this.#kernel;
    const end = this.#entries.byteLength;
    const counts = new Uint32Array(memory.buffer, end + signs.byteLength, maxDistance + 1).fill(0);
    const out = counts.byteOffset + counts.byteLength;
    new Uint32Array(memory.buffer, end, signs.length).set(signs);
    hamming(0, end, this.#stride * WORD_BYTES, end, signs.byteLength, out, counts.byteOffset);
    return { of: new Uint16Array(memory.buffer, out, length), counts };
  }

  #byWords(signs: Uint32Array, out: Distances): Distances {
    const entries = this.#entries;
    for (let at = 0, from = ROW_WORDS; at < out.of.length; at++, from += this.#stride) {
      for (let word = 0; word < signs.length; word++) out.of[at] += popcount(entries[from + word] ^ signs[word]);
      out.counts[out.of[at]]++;
    }
    return out;
  }

  /**
   * With room for so many bytes of entries, a query, a count for each distance, and a distance for each entry. Memory is
   * reused: it is large, and freed late.
   */
  #kernelFor(bytes: number): HammingKernel | undefined {
    const signs = (this.#stride - ROW_WORDS) * WORD_BYTES;
    if (signs === 0 || signs % STEP_BYTES !== 0) return undefined;
    const needed = bytes + signs + (signs * 8 + 1) * WORD_BYTES + bytes / this.#stride;
    try {
      const kernel = this.#kernel ?? makeKernel(needed);
      growMemory(kernel.memory, needed);
      return kernel;
    } catch {
      return undefined; // WebAssembly is disabled, or out of memory
    }
  }
}

function makeKernel(bytes: number): HammingKernel {
  const memory = wasmMemory(bytes);
  return { memory, hamming: wasmKernel('hamming', memory) };
}

/** The number of bits that are set. */
function popcount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
