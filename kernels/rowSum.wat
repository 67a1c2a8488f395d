;; The weighted sum of rows of small integers (src/embed/builtin/rowSum.ts), eight columns
;; at a time:
;;
;;     out[column] = Σ weight[i] · table[row[i]][column]        in 64 bits
;;
;; Four rows are added to each other before they are added to the sum, (a + b) + (c + d),
;; then the rest one by one. Every step rounds as in IEEE 754, so the sums are the same
;; on every machine.
;;
;;     row      where each row begins, 32 bits: a signed byte per column
;;     weight   of each row, 64-bit floats
;;     out      64-bit floats
;;
;; All offsets are in bytes, $end is that of the last row's entry. $columns is not 0; the
;; last step may read seven bytes beyond a row, and write seven numbers beyond the sum.
(module
  (import "froe" "memory" (memory 0))
  (func (export "rowSum")
    (param $rows i32) (param $end i32) (param $weights i32) (param $columns i32) (param $out i32)
    (local $column i32) (local $row i32) (local $weight i32)
    (local $bytes v128) (local $left v128) (local $right v128) (local $w v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (loop $nextColumns
      (local.set $sum0 (v128.const i64x2 0 0))
      (local.set $sum1 (v128.const i64x2 0 0))
      (local.set $sum2 (v128.const i64x2 0 0))
      (local.set $sum3 (v128.const i64x2 0 0))
      (local.set $row (local.get $rows))
      (local.set $weight (local.get $weights))
      (block $few
        (loop $nextFour
          (br_if $few (i32.gt_u (i32.add (local.get $row) (i32.const 16)) (local.get $end)))
          (local.set $w (v128.load64_splat (local.get $weight)))
          (local.set $bytes
            (i16x8.extend_low_i8x16_s
              (v128.load64_zero align=1 (i32.add (i32.load (local.get $row)) (local.get $column)))))
          (local.set $left (i32x4.extend_low_i16x8_s (local.get $bytes)))
          (local.set $right (i32x4.extend_high_i16x8_s (local.get $bytes)))
          (local.set $a0 (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (local.get $left))))
          (local.set $a1
            (f64x2.mul
              (local.get $w)
              (f64x2.convert_low_i32x4_s
                (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $left) (local.get $left)))))
          (local.set $a2 (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (local.get $right))))
          (local.set $a3
            (f64x2.mul
              (local.get $w)
              (f64x2.convert_low_i32x4_s
                (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $right) (local.get $right)))))
          (local.set $w (v128.load64_splat offset=8 (local.get $weight)))
          (local.set $bytes
            (i16x8.extend_low_i8x16_s
              (v128.load64_zero align=1 (i32.add (i32.load offset=4 (local.get $row)) (local.get $column)))))
          (local.set $left (i32x4.extend_low_i16x8_s (local.get $bytes)))
          (local.set $right (i32x4.extend_high_i16x8_s (local.get $bytes)))
          (local.set $a0
            (f64x2.add
              (local.get $a0)
              (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (local.get $left)))))
          (local.set $a1
            (f64x2.add
              (local.get $a1)
              (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $left) (local.get $left))))))
          (local.set $a2
            (f64x2.add
              (local.get $a2)
              (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (local.get $right)))))
          (local.set $a3
            (f64x2.add
              (local.get $a3)
              (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $right) (local.get $right))))))
          (local.set $w (v128.load64_splat offset=16 (local.get $weight)))
          (local.set $bytes
            (i16x8.extend_low_i8x16_s
              (v128.load64_zero align=1 (i32.add (i32.load offset=8 (local.get $row)) (local.get $column)))))
          (local.set $left (i32x4.extend_low_i16x8_s (local.get $bytes)))
          (local.set $right (i32x4.extend_high_i16x8_s (local.get $bytes)))
          (local.set $b0 (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (local.get $left))))
          (local.set $b1
            (f64x2.mul
              (local.get $w)
              (f64x2.convert_low_i32x4_s
                (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $left) (local.get $left)))))
          (local.set $b2 (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (local.get $right))))
          (local.set $b3
            (f64x2.mul
              (local.get $w)
              (f64x2.convert_low_i32x4_s
                (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $right) (local.get $right)))))
          (local.set $w (v128.load64_splat offset=24 (local.get $weight)))
          (local.set $bytes
            (i16x8.extend_low_i8x16_s
              (v128.load64_zero align=1 (i32.add (i32.load offset=12 (local.get $row)) (local.get $column)))))
          (local.set $left (i32x4.extend_low_i16x8_s (local.get $bytes)))
          (local.set $right (i32x4.extend_high_i16x8_s (local.get $bytes)))
          (local.set $b0
            (f64x2.add
              (local.get $b0)
              (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (local.get $left)))))
          (local.set $b1
            (f64x2.add
              (local.get $b1)
              (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $left) (local.get $left))))))
          (local.set $b2
            (f64x2.add
              (local.get $b2)
              (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (local.get $right)))))
          (local.set $b3
            (f64x2.add
              (local.get $b3)
              (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $right) (local.get $right))))))
          (local.set $sum0 (f64x2.add (local.get $sum0) (f64x2.add (local.get $a0) (local.get $b0))))
          (local.set $sum1 (f64x2.add (local.get $sum1) (f64x2.add (local.get $a1) (local.get $b1))))
          (local.set $sum2 (f64x2.add (local.get $sum2) (f64x2.add (local.get $a2) (local.get $b2))))
          (local.set $sum3 (f64x2.add (local.get $sum3) (f64x2.add (local.get $a3) (local.get $b3))))
          (local.set $row (i32.add (local.get $row) (i32.const 16)))
          (local.set $weight (i32.add (local.get $weight) (i32.const 32)))
          (br $nextFour)))
      (block $done
        (loop $next
          (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
          (local.set $w (v128.load64_splat (local.get $weight)))
          (local.set $bytes
            (i16x8.extend_low_i8x16_s
              (v128.load64_zero align=1 (i32.add (i32.load (local.get $row)) (local.get $column)))))
          (local.set $left (i32x4.extend_low_i16x8_s (local.get $bytes)))
          (local.set $right (i32x4.extend_high_i16x8_s (local.get $bytes)))
          (local.set $sum0
            (f64x2.add
              (local.get $sum0)
              (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (local.get $left)))))
          (local.set $sum1
            (f64x2.add
              (local.get $sum1)
              (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $left) (local.get $left))))))
          (local.set $sum2
            (f64x2.add
              (local.get $sum2)
              (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (local.get $right)))))
          (local.set $sum3
            (f64x2.add
              (local.get $sum3)
              (f64x2.mul (local.get $w) (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $right) (local.get $right))))))
          (local.set $row (i32.add (local.get $row) (i32.const 4)))
          (local.set $weight (i32.add (local.get $weight) (i32.const 8)))
          (br $next)))
      (v128.store (local.get $out) (local.get $sum0))
      (v128.store offset=16 (local.get $out) (local.get $sum1))
      (v128.store offset=32 (local.get $out) (local.get $sum2))
      (v128.store offset=48 (local.get $out) (local.get $sum3))
      (local.set $out (i32.add (local.get $out) (i32.const 64)))
      (local.set $column (i32.add (local.get $column) (i32.const 8)))
      (br_if $nextColumns (i32.lt_u (local.get $column) (local.get $columns))))))
