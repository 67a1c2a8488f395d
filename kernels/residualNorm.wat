;; What a layer adds to its state, and the norm behind it (src/wasm/matrixMemory.ts):
;;
;;     state[i] = gain[i] · (state[i] + added[i] − mean) / deviation + bias[i]
;;
;; Sums are taken in 64 bits, of even and of odd places, then of both. All offsets and lengths are in bytes; $width is
;; not 0, a multiple of 16, and rows are contiguous.
(module
  (import "froe" "memory" (memory 0))
  (func (export "residualNorm")
    (param $row i32) (param $end i32) (param $width i32) (param $added i32) (param $gain i32) (param $bias i32)
    (param $epsilon f64)
    (local $i i32) (local $at i32) (local $two v128) (local $sum v128) (local $mean v128) (local $scale v128)
    (local $size f64)
    (local.set $size (f64.convert_i32_u (i32.shr_u (local.get $width) (i32.const 2))))
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
        (local.set $sum (v128.const f64x2 0 0))
        (local.set $i (i32.const 0))
        (loop $more
          (local.set $at (i32.add (local.get $row) (local.get $i)))
          (local.set $two
            (f32x4.add
              (v128.load64_zero (local.get $at))
              (v128.load64_zero (i32.add (local.get $added) (local.get $i)))))
          (v128.store64_lane 0 (local.get $at) (local.get $two))
          (local.set $sum (f64x2.add (local.get $sum) (f64x2.promote_low_f32x4 (local.get $two))))
          (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 8))) (local.get $width))))
        (local.set $mean
          (f64x2.splat
            (f64.div
              (f64.add (f64x2.extract_lane 0 (local.get $sum)) (f64x2.extract_lane 1 (local.get $sum)))
              (local.get $size))))
        (local.set $sum (v128.const f64x2 0 0))
        (local.set $i (i32.const 0))
        (loop $more
          (local.set $two
            (f64x2.sub
              (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $row) (local.get $i))))
              (local.get $mean)))
          (local.set $sum (f64x2.add (local.get $sum) (f64x2.mul (local.get $two) (local.get $two))))
          (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 8))) (local.get $width))))
        (local.set $scale
          (f64x2.splat
            (f64.div
              (f64.const 1)
              (f64.sqrt
                (f64.add
                  (f64.div
                    (f64.add (f64x2.extract_lane 0 (local.get $sum)) (f64x2.extract_lane 1 (local.get $sum)))
                    (local.get $size))
                  (local.get $epsilon))))))
        (local.set $i (i32.const 0))
        (loop $more
          (local.set $at (i32.add (local.get $row) (local.get $i)))
          (local.set $two
            (f32x4.demote_f64x2_zero
              (f64x2.mul
                (f64x2.sub (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $at))) (local.get $mean))
                (local.get $scale))))
          (v128.store64_lane 0 (local.get $at)
            (f32x4.add
              (f32x4.mul (local.get $two) (v128.load64_zero (i32.add (local.get $gain) (local.get $i))))
              (v128.load64_zero (i32.add (local.get $bias) (local.get $i)))))
          (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 8))) (local.get $width))))
        (local.set $row (i32.add (local.get $row) (local.get $width)))
        (local.set $added (i32.add (local.get $added) (local.get $width)))
        (br $nextRow)))))
