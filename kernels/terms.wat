;; The terms of an ASCII text (src/embed/builtin/terms.ts): hashes of its words, and of
;; the first letters of long ones.
;;
;; Names consist of letters, digits and `_`; a name longer than $longestName is left out,
;; and its terms are removed. In a name, $ends decides where a word ends, by the classes
;; of the letters before and after: 1 always, 2 if a lower-case letter follows.
;;
;;     classes   0 other, 1 lower-case letter, 2 capital, 3 digit, 4 `_`
;;
;; The byte at $end is 0. $classes has a byte for each byte, $ends one for each two
;; classes, 8 · before + after. Terms are written to $out; their end is returned.
(module
  (import "froe" "memory" (memory 0))
  (func $term (param $hash i32) (param $kind i32) (result i32)
    (local.set $hash
      (i32.mul (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 16))) (i32.const 0x85ebca6b)))
    (i32.or
      (i32.shl (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 13))) (i32.const 2))
      (local.get $kind)))
  (func (export "terms")
    (param $at i32) (param $end i32) (param $classes i32) (param $ends i32) (param $out i32)
    (param $longestName i32) (param $longestNumber i32) (param $stemLetters i32)
    (result i32)
    (local $unit i32) (local $kind i32) (local $before i32) (local $ending i32)
    (local $start i32) (local $first i32) (local $word i32) (local $stem i32) (local $letters i32)
    (local.set $word (i32.const 0x811c9dc5))
    (block $done
      (loop $next
        (br_if $done (i32.gt_u (local.get $at) (local.get $end)))
        (local.set $unit (i32.load8_u (local.get $at)))
        (local.set $kind (i32.load8_u (i32.add (local.get $classes) (local.get $unit))))
        (local.set $ending
          (i32.load8_u
            (i32.add (local.get $ends) (i32.or (i32.shl (local.get $before) (i32.const 3)) (local.get $kind)))))
        (if (i32.eq (local.get $ending) (i32.const 2))
          (then
            (local.set $ending
              (i32.eq
                (i32.load8_u (i32.add (local.get $classes) (i32.load8_u offset=1 (local.get $at))))
                (i32.const 1)))))
        (if (local.get $ending)
          (then
            (if (i32.or
                  (i32.ne (local.get $before) (i32.const 3))
                  (i32.le_u (local.get $letters) (local.get $longestNumber)))
              (then
                (i32.store (local.get $out) (call $term (local.get $word) (i32.const 0)))
                (local.set $out (i32.add (local.get $out) (i32.const 4)))))
            (if (i32.and
                  (i32.and
                    (i32.ne (local.get $before) (i32.const 3))
                    (i32.gt_u (local.get $letters) (local.get $stemLetters)))
                  (i32.ne (local.get $stem) (i32.const 0)))
              (then
                (i32.store (local.get $out) (call $term (local.get $stem) (i32.const 1)))
                (local.set $out (i32.add (local.get $out) (i32.const 4)))))
            (local.set $word (i32.const 0x811c9dc5))
            (local.set $letters (i32.const 0))))
        (if (local.get $kind)
          (then
            (if (i32.eqz (local.get $before))
              (then
                (local.set $start (local.get $at))
                (local.set $first (local.get $out))))
            (if (i32.ne (local.get $kind) (i32.const 4))
              (then
                ;; a capital as its lower-case letter
                (local.set $word
                  (i32.mul
                    (i32.xor
                      (local.get $word)
                      (i32.add
                        (local.get $unit)
                        (i32.shl (i32.eq (local.get $kind) (i32.const 2)) (i32.const 5))))
                    (i32.const 0x01000193)))
                (local.set $letters (i32.add (local.get $letters) (i32.const 1)))
                (if (i32.eq (local.get $letters) (local.get $stemLetters))
                  (then (local.set $stem (local.get $word)))))))
          (else
            (if (local.get $before)
              (then
                (if (i32.gt_u (i32.sub (local.get $at) (local.get $start)) (local.get $longestName))
                  (then (local.set $out (local.get $first))))))))
        (local.set $before (local.get $kind))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    (local.get $out)))
