// Handles of blocks and loops.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file | FileCheck %s

// CHECK-LABEL: @chain
// CHECK: transform.tir.get_block "A" in %{{.*}} : !transform.any_op
// CHECK: %i, %j = transform.tir.get_loops
module attributes {transform.with_named_sequence} {
  tir.func private @chain(%x: memref<4x5xf32>, %z: memref<4x5xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %t = memref.alloc() : memref<4x5xf32>
    // expected-remark @below {{outer loop}}
    tir.for %i = %c0 to %c4 {
      // expected-remark @below {{inner loop}}
      tir.for %j = %c0 to %c5 {
        // expected-remark @below {{child}}
        // expected-remark @below {{producer}}
        tir.block "A" iters(%v : spatial = %i in %c4, %w : spatial = %j in %c5) reads(%x : memref<4x5xf32>) writes(%t : memref<4x5xf32>) {
          %0 = memref.load %x[%v, %w] : memref<4x5xf32>
          memref.store %0, %t[%v, %w] : memref<4x5xf32>
        }
      }
    }
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %c5 {
        // expected-remark @below {{child}}
        // expected-remark @below {{consumer}}
        // expected-remark @below {{output}}
        tir.block "B" iters(%v : spatial = %i in %c4, %w : spatial = %j in %c5) reads(%t : memref<4x5xf32>) writes(%z : memref<4x5xf32>) {
          %0 = memref.load %t[%v, %w] : memref<4x5xf32>
          memref.store %0, %z[%v, %w] : memref<4x5xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %func = transform.structured.match ops{["tir.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i, %j = transform.tir.get_loops %a
    transform.debug.emit_remark_at %i, "outer loop" : !transform.op<"tir.for">
    transform.debug.emit_remark_at %j, "inner loop" : !transform.op<"tir.for">
    %children = transform.tir.get_child_blocks %func : !transform.any_op
    transform.debug.emit_remark_at %children, "child" : !transform.op<"tir.block">
    %p = transform.tir.get_producers %b
    transform.debug.emit_remark_at %p, "producer" : !transform.op<"tir.block">
    %c = transform.tir.get_consumers %a
    transform.debug.emit_remark_at %c, "consumer" : !transform.op<"tir.block">
    %o = transform.tir.get_output_blocks %func : !transform.any_op
    transform.debug.emit_remark_at %o, "output" : !transform.op<"tir.block">
    transform.yield
  }
}
