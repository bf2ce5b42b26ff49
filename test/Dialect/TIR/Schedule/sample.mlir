// Decisions by a number: the same number, the same decision.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --tir-verify-well-formed --verify-each --split-input-file | FileCheck %s
// RUN: %same-results=transform-interpreter

// CHECK-LABEL: @tiles
// CHECK: tir.block "B"
module attributes {transform.with_named_sequence} {
  tir.func private @tiles(%x: memref<96xf32>, %y: memref<96xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c96 = arith.constant 96 : index
    tir.for %i = %c0 to %c96 {
      // expected-remark @below {{block 32 : i64}}
      // expected-remark @below {{inner 4 : i64}}
      // expected-remark @below {{chosen 8 : i64}}
      // expected-remark @below {{decided 3 : i64}}
      tir.block "B" iters(%v : spatial = %i in %c96) reads(%x : memref<96xf32>) writes(%y : memref<96xf32>) {
        %0 = memref.load %x[%v] : memref<96xf32>
        memref.store %0, %y[%v] : memref<96xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    %p, %q = transform.tir.sample_perfect_tile %i max_innermost = 4 seed = 42
    transform.debug.emit_param_as_remark %p, "block" at %b : !transform.param<i64>, !transform.op<"tir.block">
    %o, %t = transform.tir.split %i [%p, ?]
    %r, %s = transform.tir.sample_partitioned_tile %o inner = 1 factor = 2 seed = 7
    transform.debug.emit_param_as_remark %s, "inner" at %b : !transform.param<i64>, !transform.op<"tir.block">
    %oo, %ot = transform.tir.split %o [%r, %s]
    %n = transform.tir.sample_categorical [2, 8, 16] weights = [0.0, 1.0, 0.0] seed = 3
    transform.debug.emit_param_as_remark %n, "chosen" at %b : !transform.param<i64>, !transform.op<"tir.block">
    %d, %e = transform.tir.sample_perfect_tile %t max_innermost = 16 seed = 3 decision = [1, 3]
    transform.debug.emit_param_as_remark %e, "decided" at %b : !transform.param<i64>, !transform.op<"tir.block">
    %f = transform.tir.sample_categorical [2, 8] weights = [0.5, 0.5] seed = 3 decision = 1
    transform.yield
  }
}

// -----

// Where a block may be computed: as it is, in the outer or in the inner loop.
// CHECK-LABEL: @places
// CHECK: tir.for
// CHECK: tir.for
// CHECK-NEXT: memref.alloc
// CHECK: tir.block "A"
// CHECK: tir.block "B"
module attributes {transform.with_named_sequence} {
  tir.func private @places(%x: memref<4x3xf32>, %y: memref<4x3xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %t = memref.alloc() : memref<4x3xf32>
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c3 {
        tir.block "A" iters(%v : spatial = %i in %c4, %w : spatial = %j in %c3) reads(%x : memref<4x3xf32>) writes(%t : memref<4x3xf32>) {
          %0 = memref.load %x[%v, %w] : memref<4x3xf32>
          %1 = arith.addf %0, %0 : f32
          memref.store %1, %t[%v, %w] : memref<4x3xf32>
        }
      }
    }
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c3 {
        tir.block "B" iters(%v : spatial = %i in %c4, %w : spatial = %j in %c3) reads(%t : memref<4x3xf32>) writes(%y : memref<4x3xf32>) {
          %0 = memref.load %t[%v, %w] : memref<4x3xf32>
          memref.store %0, %y[%v, %w] : memref<4x3xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %none = transform.tir.sample_compute_location %a seed = 0 decision = 0
    transform.foreach %none : !transform.op<"tir.for"> {
    ^bb0(%loop: !transform.op<"tir.for">):
      transform.tir.compute_at %a, %loop
    }
    %some = transform.tir.sample_compute_location %a seed = 5
    %inner = transform.tir.sample_compute_location %a seed = 0 decision = 2
    transform.foreach %inner : !transform.op<"tir.for"> {
    ^bb0(%loop: !transform.op<"tir.for">):
      transform.tir.compute_at %a, %loop
    }
    transform.yield
  }
}
