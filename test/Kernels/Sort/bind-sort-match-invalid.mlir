// What counts ranks, or uses these, otherwise than a sort does.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

// Equal keys that are counted wherever they are do not keep their order.
module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<9xi32>, %y: memref<9xi32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0 : i64
    %n = arith.constant 9 : index
    %ranks = memref.alloc() : memref<9xi64>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %n {
        // expected-error @below {{cannot bind 'tir.block' "rank": expected it to count, for each element of a row or of a run, those with a lesser key, or the same key and an earlier place; and right behind it all nests that read the count, over the same elements, each of which stores once, what none of them reads; found another reduction}}
        tir.block "rank" iters(%a : spatial = %i in %n, %k : reduce = %j in %n) reads(%x : memref<9xi32>) writes(%ranks : memref<9xi64>) {
          tir.init {
            memref.store %none, %ranks[%a] : memref<9xi64>
          }
          %0 = memref.load %ranks[%a] : memref<9xi64>
          %own = memref.load %x[%a] : memref<9xi32>
          %other = memref.load %x[%k] : memref<9xi32>
          %3 = arith.cmpi ule, %other, %own : i32
          %sum = arith.extui %3 : i1 to i64
          %next = arith.addi %0, %sum : i64
          memref.store %next, %ranks[%a] : memref<9xi64>
        }
      }
    }
    tir.for %i = %c0 to %n {
      tir.block "elements" iters(%a : spatial = %i in %n) reads(%ranks, %x : memref<9xi64>, memref<9xi32>) writes(%y : memref<9xi32>) {
        %0 = memref.load %ranks[%a] : memref<9xi64>
        %to = arith.index_cast %0 : i64 to index
        %1 = memref.load %x[%a] : memref<9xi32>
        memref.store %1, %y[%to] : memref<9xi32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "rank" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_sort %b rows = 1 lanes = 2 neighbours = 8
    transform.yield
  }
}

// -----

// The key of the other element is computed otherwise.
module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<9xi32>, %y: memref<9xi32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0 : i64
    %n = arith.constant 9 : index
    %ranks = memref.alloc() : memref<9xi64>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %n {
        // expected-error @below {{cannot bind 'tir.block' "rank": expected it to count, for each element of a row or of a run, those with a lesser key, or the same key and an earlier place; and right behind it all nests that read the count, over the same elements, each of which stores once, what none of them reads; found another reduction}}
        tir.block "rank" iters(%a : spatial = %i in %n, %k : reduce = %j in %n) reads(%x : memref<9xi32>) writes(%ranks : memref<9xi64>) {
          tir.init {
            memref.store %none, %ranks[%a] : memref<9xi64>
          }
          %0 = memref.load %ranks[%a] : memref<9xi64>
          %own = memref.load %x[%a] : memref<9xi32>
          %earlier = arith.cmpi slt, %k, %a : index
          %place = arith.addi %k, %c0 : index
          %there = memref.load %x[%place] : memref<9xi32>
          %other = arith.subi %own, %there : i32
          %1 = arith.cmpi ule, %other, %own : i32
          %2 = arith.cmpi ult, %other, %own : i32
          %3 = arith.select %earlier, %1, %2 : i1
          %sum = arith.extui %3 : i1 to i64
          %next = arith.addi %0, %sum : i64
          memref.store %next, %ranks[%a] : memref<9xi64>
        }
      }
    }
    tir.for %i = %c0 to %n {
      tir.block "elements" iters(%a : spatial = %i in %n) reads(%ranks, %x : memref<9xi64>, memref<9xi32>) writes(%y : memref<9xi32>) {
        %0 = memref.load %ranks[%a] : memref<9xi64>
        %to = arith.index_cast %0 : i64 to index
        %1 = memref.load %x[%a] : memref<9xi32>
        memref.store %1, %y[%to] : memref<9xi32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "rank" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_sort %b rows = 1 lanes = 2 neighbours = 8
    transform.yield
  }
}

// -----

// What another rank says is not known to the thread.
module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<9xi32>, %y: memref<9xi32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0 : i64
    %n = arith.constant 9 : index
    %ranks = memref.alloc() : memref<9xi64>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %n {
        // expected-error @below {{cannot bind 'tir.block' "rank": expected it to count, for each element of a row or of a run, those with a lesser key, or the same key and an earlier place; and right behind it all nests that read the count, over the same elements, each of which stores once, what none of them reads; found other uses}}
        tir.block "rank" iters(%a : spatial = %i in %n, %k : reduce = %j in %n) reads(%x : memref<9xi32>) writes(%ranks : memref<9xi64>) {
          tir.init {
            memref.store %none, %ranks[%a] : memref<9xi64>
          }
          %0 = memref.load %ranks[%a] : memref<9xi64>
          %own = memref.load %x[%a] : memref<9xi32>
          %earlier = arith.cmpi slt, %k, %a : index
          %other = memref.load %x[%k] : memref<9xi32>
          %1 = arith.cmpi ule, %other, %own : i32
          %2 = arith.cmpi ult, %other, %own : i32
          %3 = arith.select %earlier, %1, %2 : i1
          %sum = arith.extui %3 : i1 to i64
          %next = arith.addi %0, %sum : i64
          memref.store %next, %ranks[%a] : memref<9xi64>
        }
      }
    }
    tir.for %i = %c0 to %n {
      tir.block "elements" iters(%a : spatial = %i in %n) reads(%ranks : memref<9xi64>) writes(%y : memref<9xi32>) {
        %0 = memref.load %ranks[%c0] : memref<9xi64>
        %1 = arith.trunci %0 : i64 to i32
        memref.store %1, %y[%a] : memref<9xi32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "rank" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_sort %b rows = 1 lanes = 2 neighbours = 8
    transform.yield
  }
}

// -----

// Elements would be overwritten before all are read.
module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<9xi32>, %y: memref<9xi32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0 : i64
    %n = arith.constant 9 : index
    %ranks = memref.alloc() : memref<9xi64>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %n {
        // expected-error @below {{cannot bind 'tir.block' "rank": expected it to count, for each element of a row or of a run, those with a lesser key, or the same key and an earlier place; and right behind it all nests that read the count, over the same elements, each of which stores once, what none of them reads; found other uses}}
        tir.block "rank" iters(%a : spatial = %i in %n, %k : reduce = %j in %n) reads(%x : memref<9xi32>) writes(%ranks : memref<9xi64>) {
          tir.init {
            memref.store %none, %ranks[%a] : memref<9xi64>
          }
          %0 = memref.load %ranks[%a] : memref<9xi64>
          %own = memref.load %x[%a] : memref<9xi32>
          %earlier = arith.cmpi slt, %k, %a : index
          %other = memref.load %x[%k] : memref<9xi32>
          %1 = arith.cmpi ule, %other, %own : i32
          %2 = arith.cmpi ult, %other, %own : i32
          %3 = arith.select %earlier, %1, %2 : i1
          %sum = arith.extui %3 : i1 to i64
          %next = arith.addi %0, %sum : i64
          memref.store %next, %ranks[%a] : memref<9xi64>
        }
      }
    }
    tir.for %i = %c0 to %n {
      tir.block "elements" iters(%a : spatial = %i in %n) reads(%ranks, %x : memref<9xi64>, memref<9xi32>) writes(%x : memref<9xi32>) {
        %0 = memref.load %ranks[%a] : memref<9xi64>
        %to = arith.index_cast %0 : i64 to index
        %1 = memref.load %x[%a] : memref<9xi32>
        memref.store %1, %x[%to] : memref<9xi32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "rank" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_sort %b rows = 1 lanes = 2 neighbours = 8
    transform.yield
  }
}
