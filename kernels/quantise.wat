;; Quantises rows of signed bytes in place (src/store/vectors/quantise.ts): each row is scaled so that its largest value
;; is 127, and the scale of the vector of length 1 is put before it. The same numbers as in JavaScript, bit for bit:
;; floor(x + 1/2) is Math.round() for all quotients of two bytes.
;;
;;     $entry … $end   numbers of rows, 32 bits each
;;     a row           scale (32-bit float) │ $bytes values        $stride from one row to the next
(module
  (import "froe" "memory" (memory 0))
  (func (export "quantise")
    (param $entry i32) (param $end i32) (param $codes i32) (param $stride i32) (param $bytes i32)
    (local $row i32) (local $at i32) (local $last i32) (local $value i32) (local $largest i32) (local $squares i32)
    (local $scale f64)
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $entry) (local.get $end)))
        (local.set $row
          (i32.add (local.get $codes) (i32.mul (local.get $stride) (i32.load (local.get $entry)))))
        (local.set $last (i32.add (i32.add (local.get $row) (i32.const 4)) (local.get $bytes)))
        (local.set $largest (i32.const 0))
        (local.set $squares (i32.const 0))
        (local.set $at (i32.add (local.get $row) (i32.const 4)))
        (loop $measure
          (local.set $value (i32.load8_s (local.get $at)))
          (local.set $squares (i32.add (local.get $squares) (i32.mul (local.get $value) (local.get $value))))
          (if (i32.lt_s (local.get $value) (i32.const 0))
            (then (local.set $value (i32.sub (i32.const 0) (local.get $value)))))
          (if (i32.gt_s (local.get $value) (local.get $largest))
            (then (local.set $largest (local.get $value))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br_if $measure (i32.lt_u (local.get $at) (local.get $last))))
        (if (i32.eqz (local.get $squares))
          (then (f32.store (local.get $row) (f32.const 0)))
          (else
            (local.set $scale (f64.div (f64.convert_i32_s (local.get $largest)) (f64.const 127)))
            (local.set $at (i32.add (local.get $row) (i32.const 4)))
            (loop $divide
              (i32.store8
                (local.get $at)
                (i32.trunc_f64_s
                  (f64.floor
                    (f64.add
                      (f64.div (f64.convert_i32_s (i32.load8_s (local.get $at))) (local.get $scale))
                      (f64.const 0.5)))))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (br_if $divide (i32.lt_u (local.get $at) (local.get $last))))
            (f32.store
              (local.get $row)
              (f32.demote_f64
                (f64.div (local.get $scale) (f64.sqrt (f64.convert_i32_s (local.get $squares))))))))
        (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
        (br $nextRow)))))
