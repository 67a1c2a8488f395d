;; Dot products of a query with some of many vectors
;; (src/store/vectors/quantisedTable.ts): sixteen dimensions at a time.
;;
;;     codes    scale, a 32-bit float │ a signed byte per dimension    each $stride long
;;     vector   the query, 16-bit integers, in steps of 16
;;     entry    numbers of codes, 32 bits
;;     out      the product with each of them, 32-bit floats
;;
;; All offsets are in bytes. $bytes, of the dimensions of a code, is not 0; the last
;; step may read beyond the code, where the query has zeros.
(module
  (import "froe" "memory" (memory 0))
  (func (export "dot")
    (param $entry i32) (param $end i32) (param $codes i32) (param $stride i32) (param $vector i32)
    (param $bytes i32) (param $out i32)
    (local $code i32) (local $at i32) (local $with i32) (local $sum v128) (local $some v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $entry) (local.get $end)))
        (local.set $code
          (i32.add (local.get $codes) (i32.mul (local.get $stride) (i32.load (local.get $entry)))))
        (local.set $sum (v128.const i64x2 0 0))
        (local.set $at (i32.const 0))
        (local.set $with (local.get $vector))
        (loop $more
          (local.set $some (v128.load offset=4 align=1 (i32.add (local.get $code) (local.get $at))))
          (local.set $sum
            (i32x4.add
              (local.get $sum)
              (i32x4.add
                (i32x4.dot_i16x8_s
                  (i16x8.extend_low_i8x16_s (local.get $some))
                  (v128.load (local.get $with)))
                (i32x4.dot_i16x8_s
                  (i16x8.extend_high_i8x16_s (local.get $some))
                  (v128.load offset=16 (local.get $with))))))
          (local.set $with (i32.add (local.get $with) (i32.const 32)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $more (i32.lt_u (local.get $at) (local.get $bytes))))
        (f32.store
          (local.get $out)
          (f32.mul
            (f32.load align=1 (local.get $code))
            (f32.convert_i32_s
              (i32.add
                (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
                (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))))
        (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $next)))))
