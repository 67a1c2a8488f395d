/**
 * Products of matrices, in WebAssembly: sixteen columns at a time. Sums are taken
 * in one order and rounded as IEEE 754 says, so they are the same on every machine.
 *
 *     out[row][column] = bias[column] + Σ x[row][k] · w[k][column]
 *
 * All that is multiplied lies in one memory; places in it are counted in numbers of four bytes.
 */
import { functionOf, makeRoom, memoryOf } from '../../store/vectors/wasm.js';

/**
 *     (import "froe" "memory" (memory 0))
 *     (func (export "multiply") (param $x $end $xStride $depth $w $wStride $columns $bias $out $outStride i32)
 *         (local $column $k $at i32) (local $a $b $c $d $value v128)
 *       (block $done (loop $next
 *         (br_if $done (i32.ge_u $x $end))
 *         (local.set $column (i32.const 0))
 *         (loop $columns
 *           ‹$a $b $c $d = the sixteen numbers at $bias + $column›
 *           (local.set $k (i32.const 0)) (local.set $at (i32.add $w $column))
 *           (loop $more
 *             (local.set $value (f32x4.splat (f32.load (i32.add $x $k))))
 *             ‹$a = $a + $value · (v128.load $at), likewise $b, $c, $d with what follows›
 *             (local.set $at (i32.add $at $wStride)) (local.set $k (i32.add $k (i32.const 4)))
 *             (br_if $more (i32.lt_u $k $depth)))
 *           ‹the sixteen numbers at $out + $column = $a $b $c $d›
 *           (local.set $column (i32.add $column (i32.const 64)))
 *           (br_if $columns (i32.lt_u $column $columns)))
 *         (local.set $x (i32.add $x $xStride)) (local.set $out (i32.add $out $outStride))
 *         (br $next))))
 */
const CODE =
  'AGFzbQEAAAABDgFgCn9/f39/f39/f38AAhABBGZyb2UGbWVtb3J5AgAAAwIBAAcMAQhtdWx0aXBseQAACosCAYgCAgN/BXsCQANAIAAgAU8NAUEAIQoD' +
  'QCAHIApq/QAEACENIAcgCmr9AAQQIQ4gByAKav0ABCAhDyAHIApq/QAEMCEQQQAhCyAEIApqIQwDQCAAIAtqKgIA/RMhESANIBEgDP0ABAD95gH9' +
  '5AEhDSAOIBEgDP0ABBD95gH95AEhDiAPIBEgDP0ABCD95gH95AEhDyAQIBEgDP0ABDD95gH95AEhECAMIAVqIQwgC0EEaiELIAsgA0kNAAsgCCAK' +
  'aiAN/QsEACAIIApqIA79CwQQIAggCmogD/0LBCAgCCAKaiAQ/QsEMCAKQcAAaiEKIAogBkkNAAsgACACaiEAIAggCWohCAwACwsL';

type Multiply = (...places: readonly number[]) => void;

const BYTES = 4;
/** Columns are multiplied so many at a time; there must be room for all of them. */
export const BLOCK = 16;
export const blocks = (columns: number): number => Math.ceil(columns / BLOCK) * BLOCK;

/** Numbers side by side: where the first row begins, and how far it is to the next. */
export interface Matrix {
  readonly at: number;
  readonly stride: number;
}

export class Products {
  readonly #memory = memoryOf(0);
  readonly #multiply = functionOf<Multiply>('multiply', CODE, this.#memory);
  #taken = 0;

  /** Room for so many numbers. What was taken before is where it was, but all views of it are views of nothing. */
  take(count: number): number {
    const at = this.#taken;
    this.#taken += blocks(count);
    makeRoom(this.#memory, this.#taken * BYTES);
    return at;
  }

  /** Gives back all that was taken since. */
  leave(at: number): void {
    this.#taken = at;
  }

  get taken(): number {
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
      blocks(columns),
      bias,
      out.at,
      out.stride,
    ];
    this.#multiply(...places.map((place) => place * BYTES));
  }
}
