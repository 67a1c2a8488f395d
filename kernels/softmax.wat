;; Softmax of columns of logits, two at a time (src/wasm/matrixMemory.ts):
;;
;;     out[column][i] = count[i] · e^(logits[i][column] - most) / sum of these
;;
;; e^x, for x ≤ 0, is a series of x/64, squared six times: engines differ in Math.exp.
;; It is computed in 64 bits, and 0 below -30. Sums are taken in the order of i. Logits
;; and out are 32-bit floats, counts 64-bit floats. All offsets, strides and $end, where
;; the logits end, are in bytes. $columns may be odd: there is room for one more.
(module
  (import "froe" "memory" (memory 0))
  (func (export "softmax")
    (param $logits i32) (param $stride i32) (param $end i32) (param $columns i32)
    (param $counts i32) (param $out i32) (param $outStride i32)
    (local $at i32) (local $count i32) (local $to i32) (local $last i32)
    (local $most v128) (local $x v128) (local $part v128) (local $sum v128)
    (block $done
      (loop $nextPair
        (br_if $done (i32.le_s (local.get $columns) (i32.const 0)))
        ;; the largest
        (local.set $most (v128.load64_zero (local.get $logits)))
        (local.set $at (i32.add (local.get $logits) (local.get $stride)))
        (block $found
          (loop $next
            (br_if $found (i32.ge_u (local.get $at) (local.get $end)))
            (local.set $most (f32x4.pmax (local.get $most) (v128.load64_zero (local.get $at))))
            (local.set $at (i32.add (local.get $at) (local.get $stride)))
            (br $next)))
        (local.set $most (f64x2.promote_low_f32x4 (local.get $most)))
        ;; powers, and their sum
        (local.set $sum (v128.const f64x2 0 0))
        (local.set $at (local.get $logits))
        (local.set $count (local.get $counts))
        (local.set $to (local.get $out))
        (loop $more
          (local.set $x
            (f64x2.sub (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $at))) (local.get $most)))
          (local.set $part (f64x2.mul (local.get $x) (v128.const f64x2 0.015625 0.015625)))
          (local.set $part
            (f64x2.add
              (v128.const f64x2 1 1)
              (f64x2.mul
                (local.get $part)
                (f64x2.add
                  (v128.const f64x2 1 1)
                  (f64x2.mul
                    (f64x2.mul (local.get $part) (v128.const f64x2 0.5 0.5))
                    (f64x2.add
                      (v128.const f64x2 1 1)
                      (f64x2.div (local.get $part) (v128.const f64x2 3 3))))))))
          (local.set $part (f64x2.mul (local.get $part) (local.get $part)))
          (local.set $part (f64x2.mul (local.get $part) (local.get $part)))
          (local.set $part (f64x2.mul (local.get $part) (local.get $part)))
          (local.set $part (f64x2.mul (local.get $part) (local.get $part)))
          (local.set $part (f64x2.mul (local.get $part) (local.get $part)))
          (local.set $part (f64x2.mul (local.get $part) (local.get $part)))
          (local.set $part
            (f64x2.mul
              (v128.andnot (local.get $part) (f64x2.lt (local.get $x) (v128.const f64x2 -30 -30)))
              (v128.load64_splat (local.get $count))))
          (local.set $sum (f64x2.add (local.get $sum) (local.get $part)))
          (local.set $part (f32x4.demote_f64x2_zero (local.get $part)))
          (v128.store32_lane 0 (local.get $to) (local.get $part))
          (v128.store32_lane 1 (i32.add (local.get $to) (local.get $outStride)) (local.get $part))
          (local.set $at (i32.add (local.get $at) (local.get $stride)))
          (local.set $count (i32.add (local.get $count) (i32.const 8)))
          (local.set $to (i32.add (local.get $to) (i32.const 4)))
          (br_if $more (i32.lt_u (local.get $at) (local.get $end))))
        ;; shares of the sum
        (local.set $sum (f64x2.div (v128.const f64x2 1 1) (local.get $sum)))
        (local.set $last (local.get $to))
        (local.set $to (local.get $out))
        (loop $scale
          (f32.store
            (local.get $to)
            (f32.demote_f64
              (f64.mul (f64.promote_f32 (f32.load (local.get $to))) (f64x2.extract_lane 0 (local.get $sum)))))
          (local.set $at (i32.add (local.get $to) (local.get $outStride)))
          (f32.store
            (local.get $at)
            (f32.demote_f64
              (f64.mul (f64.promote_f32 (f32.load (local.get $at))) (f64x2.extract_lane 1 (local.get $sum)))))
          (local.set $to (i32.add (local.get $to) (i32.const 4)))
          (br_if $scale (i32.lt_u (local.get $to) (local.get $last))))
        (local.set $logits (i32.add (local.get $logits) (i32.const 8)))
        (local.set $end (i32.add (local.get $end) (i32.const 8)))
        (local.set $out (i32.add (local.get $out) (i32.shl (local.get $outStride) (i32.const 1))))
        (local.set $columns (i32.sub (local.get $columns) (i32.const 2)))
        (br $nextPair)))))
