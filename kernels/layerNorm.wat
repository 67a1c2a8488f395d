;; Layer normalisation (src/wasm/matrixMemory.ts): every row of 32-bit floats gets mean
;; 0 and deviation 1. Sums are taken in order, in 64 bits. All offsets and lengths are in
;; bytes; $width is not 0, and the rows are contiguous.
(module
  (import "froe" "memory" (memory 0))
  (func (export "layerNorm") (param $row i32) (param $end i32) (param $width i32) (param $epsilon f64)
    (local $at i32) (local $rowEnd i32) (local $size f64) (local $mean f64) (local $sum f64) (local $value f64)
    (local.set $size (f64.convert_i32_u (i32.shr_u (local.get $width) (i32.const 2))))
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
        (local.set $rowEnd (i32.add (local.get $row) (local.get $width)))
        (local.set $sum (f64.const 0))
        (local.set $at (local.get $row))
        (loop $more
          (local.set $sum (f64.add (local.get $sum) (f64.promote_f32 (f32.load (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (br_if $more (i32.lt_u (local.get $at) (local.get $rowEnd))))
        (local.set $mean (f64.div (local.get $sum) (local.get $size)))
        (local.set $sum (f64.const 0))
        (local.set $at (local.get $row))
        (loop $more
          (local.set $value (f64.sub (f64.promote_f32 (f32.load (local.get $at))) (local.get $mean)))
          (local.set $sum (f64.add (local.get $sum) (f64.mul (local.get $value) (local.get $value))))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (br_if $more (i32.lt_u (local.get $at) (local.get $rowEnd))))
        (local.set $sum
          (f64.div
            (f64.const 1)
            (f64.sqrt (f64.add (f64.div (local.get $sum) (local.get $size)) (local.get $epsilon)))))
        (local.set $at (local.get $row))
        (loop $more
          (f32.store
            (local.get $at)
            (f32.demote_f64
              (f64.mul
                (f64.sub (f64.promote_f32 (f32.load (local.get $at))) (local.get $mean))
                (local.get $sum))))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (br_if $more (i32.lt_u (local.get $at) (local.get $rowEnd))))
        (local.set $row (local.get $rowEnd))
        (br $nextRow)))))
