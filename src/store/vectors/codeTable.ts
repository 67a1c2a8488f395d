/**
 * All vectors of an index, as they are kept (code.ts), and which of some are
 * nearest to a question. WebAssembly multiplies eight dimensions at a time, for
 * which the question is made of whole numbers, too; what it finds nearest is
 * then reckoned as exactly as anywhere else.
 *
 *     5,000 entries ─whole numbers→ the best 200 ─as they are→ 200 with their nearness
 *
 *     memory   codes, one behind the other │ question │ entries │ products
 */
import { Best, type Scored } from '../best.js';
import { Codes, codeBytes } from './code.js';
import { functionOf, makeRoom, memoryOf } from './wasm.js';

const STEP = 16;
/** The sum of all products must be a number of 32 bits. */
const MOST = 2 ** 31 - 1;

/**
 *     (import "froe" "memory" (memory 0))
 *     (func (export "dots") (param $entry $end $codes $stride $vector $bytes $out i32)
 *         (local $code $at $with i32) (local $sum $some v128)
 *       (block $done (loop $next
 *         (br_if $done (i32.ge_u $entry $end))
 *         (local.set $code (i32.add $codes (i32.mul $stride (i32.load $entry))))
 *         (local.set $sum (v128.const i64x2 0 0)) (local.set $at (i32.const 0)) (local.set $with $vector)
 *         (loop $more
 *           (local.set $some (v128.load offset=4 align=1 (i32.add $code $at)))
 *           (local.set $sum (i32x4.add $sum (i32x4.add
 *             (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s $some) (v128.load $with))
 *             (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s $some) (v128.load offset=16 $with)))))
 *           (local.set $with (i32.add $with (i32.const 32))) (local.set $at (i32.add $at (i32.const 16)))
 *           (br_if $more (i32.lt_u $at $bytes)))
 *         (f32.store $out (f32.mul (f32.load align=1 $code) (f32.convert_i32_s ‹the four lanes of $sum added up›)))
 *         (local.set $entry (i32.add $entry (i32.const 4))) (local.set $out (i32.add $out (i32.const 4)))
 *         (br $next))))
 */
const CODE =
  'AGFzbQEAAAABCwFgB39/f39/f38AAhABBGZyb2UGbWVtb3J5AgAAAwIBAAcIAQRkb3RzAAAKuwEBuAECA38CewJAA0AgACABTw0BIAIgAyAAKAIA' +
  'bGohB/0MAAAAAAAAAAAAAAAAAAAAACEKQQAhCCAEIQkDQCAHIAhq/QAABCELIAogC/2HASAJ/QAEAP26ASAL/YgBIAn9AAQQ/boB/a4B/a4BIQog' +
  'CUEgaiEJIAhBEGohCCAIIAVJDQALIAYgByoAACAK/RsAIAr9GwFqIAr9GwIgCv0bA2pqspQ4AgAgAEEEaiEAIAZBBGohBgwACwsL';

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
export class CodeTable {
  readonly #memory = memoryOf(0);
  readonly #dots = functionOf<Dots>('dots', CODE, this.#memory);
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
    makeRoom(this.#memory, this.#entries);
    new Uint8Array(this.#memory.buffer).set(codes);
  }

  /** The `limit` nearest of some entries, best first; `row` is the entry. */
  nearest(vector: Float32Array, entries: Uint32Array, limit: number): readonly Scored[] {
    const products = this.products(vector, entries);
    const [likely, best] = [new Best(limit), new Best(limit)];
    for (let i = 0; i < entries.length; i++) likely.offer(entries[i], products[i]);
    const codes = new Codes(new Uint8Array(this.#memory.buffer, 0, this.#vector));
    const stride = codeBytes(this.#dimensions);
    for (const { row } of likely.taken()) best.offer(row, codes.nearness(vector, row * stride));
    return best.taken();
  }

  /** With each entry's vector; as large as they are beside each other, and no more. Gone with the next question. */
  products(vector: Float32Array, entries: Uint32Array): Float32Array {
    const end = this.#entries + entries.byteLength;
    makeRoom(this.#memory, end + entries.byteLength);
    const { buffer } = this.#memory;
    new Int16Array(buffer, this.#vector, upTo(vector.length, STEP)).fill(0).set(wholeNumbers(vector));
    new Uint32Array(buffer, this.#entries, entries.length).set(entries);
    this.#dots(this.#entries, end, 0, codeBytes(this.#dimensions), this.#vector, this.#dimensions, end);
    return new Float32Array(buffer, end, entries.length);
  }
}

/** As large as 16 bits, and all products together, allow. */
function wholeNumbers(vector: Float32Array): Int16Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = Math.min(2 ** 15 - 1, MOST / (127 * vector.length)) / (largest || 1);
  return Int16Array.from(vector, (value) => Math.round(value * scale));
}
