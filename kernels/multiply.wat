;; The product of two matrices of 32-bit floats, and a bias for each column
;; (src/wasm/matrixMemory.ts): sixteen columns at a time, of two rows, so that the
;; numbers of $w are loaded half as often; then of the last row, if it is left.
;;
;;     out[row][column] = bias[column] + Σ x[row][k] · w[k][column]
;;
;; Sums are taken in the order of k, and rounded after every step as in IEEE 754,
;; so they are the same on every machine. All offsets, strides and lengths are in
;; bytes. $columns is a multiple of 64 and not 0; $depth is not 0.
(module
  (import "froe" "memory" (memory 0))
  (func (export "multiply")
    (param $x i32) (param $end i32) (param $xStride i32) (param $depth i32)
    (param $w i32) (param $wStride i32) (param $columns i32)
    (param $bias i32) (param $out i32) (param $outStride i32)
    (local $column i32) (local $k i32) (local $at i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $value v128)
    (local $y i32) (local $outY i32) (local $w4 v128) (local $valueY v128)
    (local $aY v128) (local $bY v128) (local $cY v128) (local $dY v128)
    (block $paired
      (loop $nextPair
        (local.set $y (i32.add (local.get $x) (local.get $xStride)))
        (br_if $paired (i32.ge_u (local.get $y) (local.get $end)))
        (local.set $outY (i32.add (local.get $out) (local.get $outStride)))
        (local.set $column (i32.const 0))
        (loop $nextColumns
          (local.set $aY (local.tee $a (v128.load (i32.add (local.get $bias) (local.get $column)))))
          (local.set $bY (local.tee $b (v128.load offset=16 (i32.add (local.get $bias) (local.get $column)))))
          (local.set $cY (local.tee $c (v128.load offset=32 (i32.add (local.get $bias) (local.get $column)))))
          (local.set $dY (local.tee $d (v128.load offset=48 (i32.add (local.get $bias) (local.get $column)))))
          (local.set $k (i32.const 0))
          (local.set $at (i32.add (local.get $w) (local.get $column)))
          (loop $more
            (local.set $value (v128.load32_splat (i32.add (local.get $x) (local.get $k))))
            (local.set $valueY (v128.load32_splat (i32.add (local.get $y) (local.get $k))))
            (local.set $w4 (v128.load (local.get $at)))
            (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $value) (local.get $w4))))
            (local.set $aY (f32x4.add (local.get $aY) (f32x4.mul (local.get $valueY) (local.get $w4))))
            (local.set $w4 (v128.load offset=16 (local.get $at)))
            (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $value) (local.get $w4))))
            (local.set $bY (f32x4.add (local.get $bY) (f32x4.mul (local.get $valueY) (local.get $w4))))
            (local.set $w4 (v128.load offset=32 (local.get $at)))
            (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $value) (local.get $w4))))
            (local.set $cY (f32x4.add (local.get $cY) (f32x4.mul (local.get $valueY) (local.get $w4))))
            (local.set $w4 (v128.load offset=48 (local.get $at)))
            (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $value) (local.get $w4))))
            (local.set $dY (f32x4.add (local.get $dY) (f32x4.mul (local.get $valueY) (local.get $w4))))
            (local.set $at (i32.add (local.get $at) (local.get $wStride)))
            (local.set $k (i32.add (local.get $k) (i32.const 4)))
            (br_if $more (i32.lt_u (local.get $k) (local.get $depth))))
          (v128.store (i32.add (local.get $out) (local.get $column)) (local.get $a))
          (v128.store offset=16 (i32.add (local.get $out) (local.get $column)) (local.get $b))
          (v128.store offset=32 (i32.add (local.get $out) (local.get $column)) (local.get $c))
          (v128.store offset=48 (i32.add (local.get $out) (local.get $column)) (local.get $d))
          (v128.store (i32.add (local.get $outY) (local.get $column)) (local.get $aY))
          (v128.store offset=16 (i32.add (local.get $outY) (local.get $column)) (local.get $bY))
          (v128.store offset=32 (i32.add (local.get $outY) (local.get $column)) (local.get $cY))
          (v128.store offset=48 (i32.add (local.get $outY) (local.get $column)) (local.get $dY))
          (local.set $column (i32.add (local.get $column) (i32.const 64)))
          (br_if $nextColumns (i32.lt_u (local.get $column) (local.get $columns))))
        (local.set $x (i32.add (local.get $y) (local.get $xStride)))
        (local.set $out (i32.add (local.get $outY) (local.get $outStride)))
        (br $nextPair)))
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $x) (local.get $end)))
        (local.set $column (i32.const 0))
        (loop $nextColumns
          (local.set $a (v128.load (i32.add (local.get $bias) (local.get $column))))
          (local.set $b (v128.load offset=16 (i32.add (local.get $bias) (local.get $column))))
          (local.set $c (v128.load offset=32 (i32.add (local.get $bias) (local.get $column))))
          (local.set $d (v128.load offset=48 (i32.add (local.get $bias) (local.get $column))))
          (local.set $k (i32.const 0))
          (local.set $at (i32.add (local.get $w) (local.get $column)))
          (loop $more
            (local.set $value (f32x4.splat (f32.load (i32.add (local.get $x) (local.get $k)))))
            (local.set $a
              (f32x4.add (local.get $a) (f32x4.mul (local.get $value) (v128.load (local.get $at)))))
            (local.set $b
              (f32x4.add (local.get $b) (f32x4.mul (local.get $value) (v128.load offset=16 (local.get $at)))))
            (local.set $c
              (f32x4.add (local.get $c) (f32x4.mul (local.get $value) (v128.load offset=32 (local.get $at)))))
            (local.set $d
              (f32x4.add (local.get $d) (f32x4.mul (local.get $value) (v128.load offset=48 (local.get $at)))))
            (local.set $at (i32.add (local.get $at) (local.get $wStride)))
            (local.set $k (i32.add (local.get $k) (i32.const 4)))
            (br_if $more (i32.lt_u (local.get $k) (local.get $depth))))
          (v128.store (i32.add (local.get $out) (local.get $column)) (local.get $a))
          (v128.store offset=16 (i32.add (local.get $out) (local.get $column)) (local.get $b))
          (v128.store offset=32 (i32.add (local.get $out) (local.get $column)) (local.get $c))
          (v128.store offset=48 (i32.add (local.get $out) (local.get $column)) (local.get $d))
          (local.set $column (i32.add (local.get $column) (i32.const 64)))
          (br_if $nextColumns (i32.lt_u (local.get $column) (local.get $columns))))
        (local.set $x (i32.add (local.get $x) (local.get $xStride)))
        (local.set $out (i32.add (local.get $out) (local.get $outStride)))
        (br $nextRow)))))
