;; Rows of 32-bit floats as columns (src/wasm/matrixMemory.ts):
;;
;;     out[column][row] = x[row][column]
;;
;; $end is where the rows end; offsets, strides and $width, the length of a row, are in bytes.
(module
  (import "froe" "memory" (memory 0))
  (func (export "transpose")
    (param $x i32) (param $stride i32) (param $end i32) (param $width i32) (param $out i32) (param $outStride i32)
    (local $at i32) (local $last i32) (local $to i32)
    (loop $nextRow
      (local.set $at (local.get $x))
      (local.set $last (i32.add (local.get $x) (local.get $width)))
      (local.set $to (local.get $out))
      (loop $more
        (f32.store (local.get $to) (f32.load (local.get $at)))
        (local.set $to (i32.add (local.get $to) (local.get $outStride)))
        (br_if $more (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (local.get $last))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $nextRow
        (i32.lt_u (local.tee $x (i32.add (local.get $x) (local.get $stride))) (local.get $end))))))
