;; Rows of signed bytes as vectors of length 1 (src/search/reader/wordTable.ts), rounded once, from 64 bits.
;;
;;     $from … $end   rows of $bytes values, one behind the other
;;     $place         for each the offset of its vector, 32 bits
(module
  (import "froe" "memory" (memory 0))
  (func (export "unit")
    (param $from i32) (param $end i32) (param $bytes i32) (param $place i32)
    (local $at i32) (local $last i32) (local $out i32) (local $value i32) (local $squares i32) (local $scale f64)
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (local.set $last (i32.add (local.get $from) (local.get $bytes)))
        (local.set $squares (i32.const 0))
        (local.set $at (local.get $from))
        (loop $measure
          (local.set $value (i32.load8_s (local.get $at)))
          (local.set $squares (i32.add (local.get $squares) (i32.mul (local.get $value) (local.get $value))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br_if $measure (i32.lt_u (local.get $at) (local.get $last))))
        (local.set $scale
          (f64.div
            (f64.const 1)
            (select
              (f64.sqrt (f64.convert_i32_s (local.get $squares)))
              (f64.const 1)
              (local.get $squares))))
        (local.set $out (i32.load (local.get $place)))
        (local.set $at (local.get $from))
        (loop $scaled
          (f32.store
            (local.get $out)
            (f32.demote_f64 (f64.mul (f64.convert_i32_s (i32.load8_s (local.get $at))) (local.get $scale))))
          (local.set $out (i32.add (local.get $out) (i32.const 4)))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br_if $scaled (i32.lt_u (local.get $at) (local.get $last))))
        (local.set $from (local.get $last))
        (local.set $place (i32.add (local.get $place) (i32.const 4)))
        (br $nextRow)))))
