;; Rows of 32-bit floats → 16-bit integers with a scale for each row (src/wasm/matrixMemory.ts): the largest
;; value of a row becomes 8191, so that 512 products with bytes fit into 32 bits.
;;
;;     value ≈ integer · scale
;;
;; Rows are contiguous. All offsets and lengths are in bytes; $width is a multiple of 32, which is 8 values.
(module
  (import "froe" "memory" (memory 0))
  (func (export "integers") (param $row i32) (param $end i32) (param $width i32) (param $out i32) (param $scales i32)
    (local $at i32) (local $rowEnd i32) (local $most v128) (local $largest f32) (local $factor v128)
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
        (local.set $rowEnd (i32.add (local.get $row) (local.get $width)))
        (local.set $most (v128.const f32x4 0 0 0 0))
        (local.set $at (local.get $row))
        (loop $more
          (local.set $most (f32x4.pmax (local.get $most) (f32x4.abs (v128.load (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $more (i32.lt_u (local.get $at) (local.get $rowEnd))))
        (local.set $largest
          (f32.max
            (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
            (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most)))))
        (f32.store (local.get $scales) (f32.div (local.get $largest) (f32.const 8191)))
        ;; a row of zeros stays one
        (local.set $factor
          (f32x4.splat
            (if (result f32) (f32.gt (local.get $largest) (f32.const 0))
              (then (f32.div (f32.const 8191) (local.get $largest)))
              (else (f32.const 0)))))
        (local.set $at (local.get $row))
        (loop $more
          (v128.store
            (local.get $out)
            (i16x8.narrow_i32x4_s
              (i32x4.trunc_sat_f32x4_s
                (f32x4.nearest (f32x4.mul (v128.load (local.get $at)) (local.get $factor))))
              (i32x4.trunc_sat_f32x4_s
                (f32x4.nearest (f32x4.mul (v128.load offset=16 (local.get $at)) (local.get $factor))))))
          (local.set $out (i32.add (local.get $out) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $more (i32.lt_u (local.get $at) (local.get $rowEnd))))
        (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
        (local.set $row (local.get $rowEnd))
        (br $nextRow)))))
