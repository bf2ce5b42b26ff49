// Upstream's cse takes two equal values for one, though a call overwrites one of
// them: no wrong result follows, but an error of the graph's contract.
// RUN: relax-opt %s -relax-verify-graph -o /dev/null
// RUN: not relax-opt %s -cse -relax-verify-graph 2>&1 | FileCheck %s
// RUN: not relax-compile %s -o %t.so 2>&1 | FileCheck %s
// CHECK: error: 'relax.call_tir_inplace' op overwrites argument #0, which is used afterwards; use result #0, or call with a copy

tir.func private @set(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %v = arith.constant 9.0 : f32
  memref.store %v, %x[%c0] : memref<4xf32>
  tir.return
}
relax.func impure @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.call_tir_inplace @set(%0) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1, %2 : tensor<4xf32>, tensor<4xf32>
}
