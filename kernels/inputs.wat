;; The inputs of the reader's layers (src/search/reader/network.ts): for each entry of a list
;;
;;     out = a + b + c + d + near · nearness        row by row, in 64 bits, rounded once
;;
;; An entry has the offsets of a, b, c and d, as 32-bit numbers, and near, a 64-bit float.
;; All offsets and lengths are in bytes; the rows of out are contiguous.
(module
  (import "froe" "memory" (memory 0))
  (func (export "inputs")
    (param $entry i32) (param $end i32) (param $nearness i32) (param $width i32) (param $out i32)
    (local $a i32) (local $b i32) (local $c i32) (local $d i32) (local $i i32) (local $near v128)
    (block $done
      (loop $nextEntry
        (br_if $done (i32.ge_u (local.get $entry) (local.get $end)))
        (local.set $a (i32.load (local.get $entry)))
        (local.set $b (i32.load offset=4 (local.get $entry)))
        (local.set $c (i32.load offset=8 (local.get $entry)))
        (local.set $d (i32.load offset=12 (local.get $entry)))
        (local.set $near (v128.load64_splat offset=16 (local.get $entry)))
        (local.set $i (i32.const 0))
        (loop $more
          (v128.store64_lane 0
            (i32.add (local.get $out) (local.get $i))
            (f32x4.demote_f64x2_zero
              (f64x2.add
                (f64x2.add
                  (f64x2.add
                    (f64x2.add
                      (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $a) (local.get $i))))
                      (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $b) (local.get $i)))))
                    (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $c) (local.get $i)))))
                  (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $d) (local.get $i)))))
                (f64x2.mul
                  (local.get $near)
                  (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $nearness) (local.get $i))))))))
          (local.set $i (i32.add (local.get $i) (i32.const 8)))
          (br_if $more (i32.lt_u (local.get $i) (local.get $width))))
        (local.set $entry (i32.add (local.get $entry) (i32.const 24)))
        (local.set $out (i32.add (local.get $out) (local.get $width)))
        (br $nextEntry)))))
