// An in-place call is an effect on its argument: no pass reorders it against
// readers, merges two of them, or overwrites what a second operand reads.
// RUN: relax-opt %s -cse -canonicalize -relax-dead-code-elimination -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: @main
// CHECK-COUNT-2: relax.call_tir_inplace @twice
tir.func private @twice(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %x[%i] : memref<4xf32>
  }
  tir.return
}
relax.func impure @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.call_tir_inplace @twice(%x) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.call_tir_inplace @twice(%x) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// -----

tir.func private @add(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2 : i64} {
  tir.return
}
relax.func impure @main(%x: tensor<4xf32>) {
  // expected-error @below {{overwrites argument #0, which it also reads as another argument [relax.call_tir_inplace R8]}}
  %0 = relax.call_tir_inplace @add(%x, %x) {inplace_indices = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return
}
