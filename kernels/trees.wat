;; Gradient-boosted trees (src/search/ranker.ts): for each row of feature values the sum
;; of the leaves it ends at, tree by tree.
;;
;; The node after a comparison is `next` or the one after it: no branch depends on the
;; values, since the processor could not predict it. A leaf leads to itself (its limit is
;; -Infinity, its `next` the node before it), so every row takes as many steps as the depth.
;;
;; Arrays are by node: features as 32-bit numbers, limits and values as 64-bit floats.
;; $tree to $treesEnd are pairs of root and depth. All offsets and strides are in bytes.
(module
  (import "froe" "memory" (memory 0))
  (func (export "trees")
    (param $tree i32) (param $treesEnd i32)
    (param $feature i32) (param $limit i32) (param $value i32) (param $next i32)
    (param $rows i32) (param $rowsEnd i32) (param $stride i32) (param $out i32)
    (local $row i32) (local $sum i32) (local $at i32) (local $steps i32)
    (block $done
      (loop $nextTree
        (br_if $done (i32.ge_u (local.get $tree) (local.get $treesEnd)))
        (local.set $row (local.get $rows))
        (local.set $sum (local.get $out))
        (block $treeDone
          (loop $nextRow
            (br_if $treeDone (i32.ge_u (local.get $row) (local.get $rowsEnd)))
            (local.set $at (i32.load (local.get $tree)))
            (local.set $steps (i32.load offset=4 (local.get $tree)))
            (block $leaf
              (loop $step
                (br_if $leaf (i32.eqz (local.get $steps)))
                (local.set $at
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
                (local.set $steps (i32.sub (local.get $steps) (i32.const 1)))
                (br $step)))
            (f64.store
              (local.get $sum)
              (f64.add
                (f64.load (local.get $sum))
                (f64.load (i32.add (local.get $value) (i32.shl (local.get $at) (i32.const 3))))))
            (local.set $row (i32.add (local.get $row) (local.get $stride)))
            (local.set $sum (i32.add (local.get $sum) (i32.const 8)))
            (br $nextRow)))
        (local.set $tree (i32.add (local.get $tree) (i32.const 8)))
        (br $nextTree)))))
