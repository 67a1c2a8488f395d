;; Hamming distances between the signs of a query and those of many vectors
;; (src/store/vectors/binaryCodeTable.ts): 128 bits at a time.
;;
;;     entry    row, 8 bytes │ signs
;;     out      the distance of each entry, 16 bits
;;     counts   how many entries have each distance, 32 bits
;;
;; All offsets are in bytes. $bytes, of the signs, is a multiple of 16 and not 0.
(module
  (import "froe" "memory" (memory 0))
  (func (export "hamming")
    (param $entry i32) (param $end i32) (param $stride i32) (param $signs i32) (param $bytes i32)
    (param $out i32) (param $counts i32)
    (local $at i32) (local $sum v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $entry) (local.get $end)))
        (local.set $sum (v128.const i64x2 0 0))
        (local.set $at (i32.const 0))
        (loop $more
          ;; Bits that differ, counted by byte, then added up by twos.
          (local.set $sum
            (i16x8.add
              (local.get $sum)
              (i16x8.extadd_pairwise_i8x16_u
                (i8x16.popcnt
                  (v128.xor
                    (v128.load offset=8 align=1 (i32.add (local.get $entry) (local.get $at)))
                    (v128.load align=1 (i32.add (local.get $signs) (local.get $at))))))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $more (i32.lt_u (local.get $at) (local.get $bytes))))
        (local.set $sum (i32x4.extadd_pairwise_i16x8_u (local.get $sum)))
        (i32.store16
          (local.get $out)
          (local.tee $at
            (i32.add
              (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
              (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum))))))
        (local.set $at (i32.add (local.get $counts) (i32.shl (local.get $at) (i32.const 2))))
        (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
        (local.set $entry (i32.add (local.get $entry) (local.get $stride)))
        (local.set $out (i32.add (local.get $out) (i32.const 2)))
        (br $next)))))
