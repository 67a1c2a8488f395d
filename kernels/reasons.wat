;; Why gradient-boosted trees score rows as they do (src/search/ranker.ts): every node has
;; the mean value of its subtree, and the change of it at each step is added to the reason
;; of the feature that was compared. Walked as in trees.wat; $reason has the number of each
;; node's reason; leaves have an extra one that is not used.
;;
;; $out has a row of 64-bit floats for each row of values, initially 0.
(module
  (import "froe" "memory" (memory 0))
  (func (export "reasons")
    (param $tree i32) (param $treesEnd i32)
    (param $feature i32) (param $limit i32) (param $value i32) (param $next i32) (param $reason i32)
    (param $rows i32) (param $rowsEnd i32) (param $stride i32) (param $out i32) (param $outStride i32)
    (local $row i32) (local $sums i32) (local $at i32) (local $to i32) (local $steps i32) (local $sum i32)
    (block $done
      (loop $nextTree
        (br_if $done (i32.ge_u (local.get $tree) (local.get $treesEnd)))
        (local.set $row (local.get $rows))
        (local.set $sums (local.get $out))
        (block $treeDone
          (loop $nextRow
            (br_if $treeDone (i32.ge_u (local.get $row) (local.get $rowsEnd)))
            (local.set $at (i32.load (local.get $tree)))
            (local.set $steps (i32.load offset=4 (local.get $tree)))
            (block $leaf
              (loop $step
                (br_if $leaf (i32.eqz (local.get $steps)))
                (local.set $to
                  (i32.add
                    (i32.load (i32.add (local.get $next) (i32.shl (local.get $at) (i32.const 2))))
                    (i32.eqz
                      (f64.lt
                        (f64.load
                          (i32.add
                            (local.get $row)
                            (i32.shl
                              (i32.load (i32.add (local.get $feature) (i32.shl (local.get $at) (i32.const 2))))
                              (i32.const 3))))
                        (f64.load (i32.add (local.get $limit) (i32.shl (local.get $at) (i32.const 3))))))))
                (local.set $sum
                  (i32.add
                    (local.get $sums)
                    (i32.shl
                      (i32.load (i32.add (local.get $reason) (i32.shl (local.get $at) (i32.const 2))))
                      (i32.const 3))))
                (f64.store
                  (local.get $sum)
                  (f64.add
                    (f64.load (local.get $sum))
                    (f64.sub
                      (f64.load (i32.add (local.get $value) (i32.shl (local.get $to) (i32.const 3))))
                      (f64.load (i32.add (local.get $value) (i32.shl (local.get $at) (i32.const 3)))))))
                (local.set $at (local.get $to))
                (local.set $steps (i32.sub (local.get $steps) (i32.const 1)))
                (br $step)))
            (local.set $row (i32.add (local.get $row) (local.get $stride)))
            (local.set $sums (i32.add (local.get $sums) (local.get $outStride)))
            (br $nextRow)))
        (local.set $tree (i32.add (local.get $tree) (i32.const 8)))
        (br $nextTree)))))
