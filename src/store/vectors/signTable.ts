/**
 * The signs of many vectors, and how many of each differ from a question's.
 *
 *     entry    row (two words) │ signs, 32 dimensions to a word
 *
 * All are looked at for every question, so they lie where WebAssembly can count
 * them, sixteen bytes to a step: a sixth of the time that words of 32 bits take.
 * Where there is no WebAssembly, or a vector does not fill its steps, words do.
 */
import { functionOf, type Memory, makeRoom, memoryOf } from './wasm.js';

/** Of the row, in words of 32 bits. */
export const ROW = 2;
const WORD = 4;
const STEP = 16;

/**
 *     (import "froe" "memory" (memory 0))
 *     (func (export "apart") (param $entry $end $stride $signs $bytes $out $counts i32)
 *         (local $at i32) (local $sum v128)
 *       (block $done (loop $next
 *         (br_if $done (i32.ge_u $entry $end))
 *         (local.set $sum (v128.const i64x2 0 0)) (local.set $at (i32.const 0))
 *         (loop $more
 *           (local.set $sum (i16x8.add $sum (i16x8.extadd_pairwise_i8x16_u (i8x16.popcnt (v128.xor
 *             (v128.load offset=8 align=1 (i32.add $entry $at)) (v128.load align=1 (i32.add $signs $at)))))))
 *           (local.set $at (i32.add $at (i32.const 16)))
 *           (br_if $more (i32.lt_u $at $bytes)))
 *         (local.set $sum (i32x4.extadd_pairwise_i16x8_u $sum))
 *         (i32.store16 $out (local.tee $at ‹the four lanes of $sum added up›))
 *         (local.set $at (i32.add $counts (i32.shl $at (i32.const 2))))
 *         (i32.store $at (i32.add (i32.load $at) (i32.const 1)))
 *         (local.set $entry (i32.add $entry $stride)) (local.set $out (i32.add $out (i32.const 2)))
 *         (br $next))))
 */
const CODE =
  'AGFzbQEAAAABCwFgB39/f39/f38AAhABBGZyb2UGbWVtb3J5AgAAAwIBAAcJAQVhcGFydAAACqkBAaYBAgF/AXsCQANAIAAgAU8NAf0MAAAAAAAA' +
  'AAAAAAAAAAAAACEIQQAhBwNAIAggACAHav0AAAggAyAHav0AAAD9Uf1i/X39jgEhCCAHQRBqIQcgByAESQ0ACyAI/X8hCCAFIAj9GwAgCP0bAWog' +
  'CP0bAiAI/RsDamoiBzsBACAGIAdBAnRqIQcgByAHKAIAQQFqNgIAIAAgAmohACAFQQJqIQUMAAsLCw==';

type Apart = (
  entry: number,
  end: number,
  stride: number,
  signs: number,
  bytes: number,
  out: number,
  counts: number,
) => void;
interface Counter {
  readonly memory: Memory;
  readonly apart: Apart;
}

/** True until the next question. */
export interface Distances {
  /** How many signs of each entry differ. */
  readonly of: Uint16Array;
  /** How many entries are so far away: by distance. */
  readonly counts: Uint32Array;
}

export class SignTable {
  /** Undefined: words must do. */
  #counter: Counter | undefined;
  #entries = new Uint32Array(0);
  /** Words of an entry. */
  #stride = ROW;

  /** All entries, as words. */
  get entries(): Uint32Array {
    return this.#entries;
  }

  /** Takes the place of what was there. `stride`: words of an entry. */
  fill(entries: Uint8Array, stride: number): void {
    const length = entries.length - (entries.length % (stride * WORD)); // half an entry is none
    this.#stride = stride;
    this.#counter = this.#counterFor(length);
    const buffer = this.#counter?.memory.buffer ?? new ArrayBuffer(length);
    new Uint8Array(buffer).set(entries.subarray(0, length));
    this.#entries = new Uint32Array(buffer, 0, length / WORD);
  }

  apart(signs: Uint32Array): Distances {
    const length = this.#entries.length / this.#stride;
    const farthest = signs.length * WORD * 8;
    if (!this.#counter)
      return this.#byWords(signs, { of: new Uint16Array(length), counts: new Uint32Array(farthest + 1) });
    const { apart, memory } = this.#counter;
    const end = this.#entries.byteLength;
    const counts = new Uint32Array(memory.buffer, end + signs.byteLength, farthest + 1).fill(0);
    const out = counts.byteOffset + counts.byteLength;
    new Uint32Array(memory.buffer, end, signs.length).set(signs);
    apart(0, end, this.#stride * WORD, end, signs.byteLength, out, counts.byteOffset);
    return { of: new Uint16Array(memory.buffer, out, length), counts };
  }

  #byWords(signs: Uint32Array, into: Distances): Distances {
    const entries = this.#entries;
    for (let at = 0, from = ROW; at < into.of.length; at++, from += this.#stride) {
      for (let word = 0; word < signs.length; word++) into.of[at] += ones(entries[from + word] ^ signs[word]);
      into.counts[into.of[at]]++;
    }
    return into;
  }

  /**
   * With room for so many bytes of entries, a question, a count for each distance, and a distance for each entry. Memory
   * is kept: it is large, and goes late.
   */
  #counterFor(bytes: number): Counter | undefined {
    const signs = (this.#stride - ROW) * WORD;
    if (signs === 0 || signs % STEP !== 0) return undefined;
    const room = bytes + signs + (signs * 8 + 1) * WORD + bytes / this.#stride;
    try {
      const counter = this.#counter ?? counterOf(room);
      makeRoom(counter.memory, room);
      return counter;
    } catch {
      return undefined; // it is turned off, or there is no room for it
    }
  }
}

function counterOf(bytes: number): Counter {
  const memory = memoryOf(bytes);
  return { memory, apart: functionOf('apart', CODE, memory) };
}

/** How many bits are set. */
function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
