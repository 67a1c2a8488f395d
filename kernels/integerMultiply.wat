;; Products of matrices of 16-bit integers (src/wasm/matrixMemory.ts), whose sums are exact in any order:
;;
;;     out[row][column] = most of $least and bias[column] + row's scale · column's scale · Σ x[row][k] · w[column][k]
;;
;; Two rows and four columns at a time: each loaded vector is used several times, which makes this twice as fast as one
;; product after the other. x and w are contiguous; all offsets and lengths are in bytes, but $columns and $rows are
;; counts, of fours and of twos.
(module
  (import "froe" "memory" (memory 0))
  (func (export "integerMultiply")
    (param $x i32) (param $rows i32) (param $depth i32) (param $rowScales i32) (param $w i32) (param $columns i32)
    (param $columnScales i32) (param $bias i32) (param $out i32) (param $least f32)
    (local $column i32) (local $k i32) (local $left i32) (local $right i32) (local $at i32)
    (local $x0 v128) (local $x1 v128) (local $w0 v128) (local $low v128) (local $high v128)
    (local $s00 v128) (local $s01 v128) (local $s02 v128) (local $s03 v128) (local $s10 v128) (local $s11 v128) (local $s12 v128) (local $s13 v128)
    (loop $nextRows
      (local.set $column (i32.const 0))
      (local.set $right (local.get $w))
      (loop $nextColumns
        (local.set $s00 (v128.const i32x4 0 0 0 0))
        (local.set $s01 (v128.const i32x4 0 0 0 0))
        (local.set $s02 (v128.const i32x4 0 0 0 0))
        (local.set $s03 (v128.const i32x4 0 0 0 0))
        (local.set $s10 (v128.const i32x4 0 0 0 0))
        (local.set $s11 (v128.const i32x4 0 0 0 0))
        (local.set $s12 (v128.const i32x4 0 0 0 0))
        (local.set $s13 (v128.const i32x4 0 0 0 0))
        (local.set $left (local.get $x))
        (local.set $k (i32.const 0))
        (loop $more
          (local.set $x0 (v128.load (local.get $left)))
          (local.set $x1 (v128.load (i32.add (local.get $left) (local.get $depth))))
          (local.set $at (local.get $right))
          (local.set $w0 (v128.load (local.get $at)))
          (local.set $at (i32.add (local.get $at) (local.get $depth)))
          (local.set $s00 (i32x4.add (local.get $s00) (i32x4.dot_i16x8_s (local.get $x0) (local.get $w0))))
          (local.set $s10 (i32x4.add (local.get $s10) (i32x4.dot_i16x8_s (local.get $x1) (local.get $w0))))
          (local.set $w0 (v128.load (local.get $at)))
          (local.set $at (i32.add (local.get $at) (local.get $depth)))
          (local.set $s01 (i32x4.add (local.get $s01) (i32x4.dot_i16x8_s (local.get $x0) (local.get $w0))))
          (local.set $s11 (i32x4.add (local.get $s11) (i32x4.dot_i16x8_s (local.get $x1) (local.get $w0))))
          (local.set $w0 (v128.load (local.get $at)))
          (local.set $at (i32.add (local.get $at) (local.get $depth)))
          (local.set $s02 (i32x4.add (local.get $s02) (i32x4.dot_i16x8_s (local.get $x0) (local.get $w0))))
          (local.set $s12 (i32x4.add (local.get $s12) (i32x4.dot_i16x8_s (local.get $x1) (local.get $w0))))
          (local.set $w0 (v128.load (local.get $at)))
          (local.set $s03 (i32x4.add (local.get $s03) (i32x4.dot_i16x8_s (local.get $x0) (local.get $w0))))
          (local.set $s13 (i32x4.add (local.get $s13) (i32x4.dot_i16x8_s (local.get $x1) (local.get $w0))))
          (local.set $left (i32.add (local.get $left) (i32.const 16)))
          (local.set $right (i32.add (local.get $right) (i32.const 16)))
          (br_if $more (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 16))) (local.get $depth))))
        ;; each sum is in four parts: sums of 0 and 1, of 2 and 3, then of all four columns side by side
        (local.set $at (i32.shl (local.get $column) (i32.const 2)))
        (local.set $low
          (i32x4.add (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $s00) (local.get $s01))
            (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $s00) (local.get $s01))))
        (local.set $high
          (i32x4.add (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $s02) (local.get $s03))
            (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $s02) (local.get $s03))))
        (v128.store
          (i32.add (local.get $out) (local.get $at))
          (f32x4.pmax
            (f32x4.splat (local.get $least))
            (f32x4.add
              (v128.load (i32.add (local.get $bias) (local.get $at)))
              (f32x4.mul
                (f32x4.mul
                  (v128.load32_splat offset=0 (local.get $rowScales))
                  (v128.load (i32.add (local.get $columnScales) (local.get $at))))
                (f32x4.convert_i32x4_s
                  (i32x4.add
                    (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low) (local.get $high))
                    (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low) (local.get $high))))))))
        (local.set $low
          (i32x4.add (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $s10) (local.get $s11))
            (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $s10) (local.get $s11))))
        (local.set $high
          (i32x4.add (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $s12) (local.get $s13))
            (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $s12) (local.get $s13))))
        (v128.store
          (i32.add (i32.add (local.get $out) (local.get $at)) (i32.shl (local.get $columns) (i32.const 2)))
          (f32x4.pmax
            (f32x4.splat (local.get $least))
            (f32x4.add
              (v128.load (i32.add (local.get $bias) (local.get $at)))
              (f32x4.mul
                (f32x4.mul
                  (v128.load32_splat offset=4 (local.get $rowScales))
                  (v128.load (i32.add (local.get $columnScales) (local.get $at))))
                (f32x4.convert_i32x4_s
                  (i32x4.add
                    (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low) (local.get $high))
                    (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low) (local.get $high))))))))
        (local.set $right (i32.add (local.get $right) (i32.mul (local.get $depth) (i32.const 3))))
        (br_if $nextColumns
          (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 4))) (local.get $columns))))
      (local.set $x (i32.add (local.get $x) (i32.shl (local.get $depth) (i32.const 1))))
      (local.set $rowScales (i32.add (local.get $rowScales) (i32.const 8)))
      (local.set $out (i32.add (local.get $out) (i32.shl (local.get $columns) (i32.const 3))))
      (br_if $nextRows (i32.gt_s (local.tee $rows (i32.sub (local.get $rows) (i32.const 2))) (i32.const 0))))))
