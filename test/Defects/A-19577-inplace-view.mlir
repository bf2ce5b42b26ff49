// An in-place call overwrites neither what is used afterwards, nor what a second
// operand reads, under whatever name; two calls are never merged.
// RUN: relax-opt %s -cse -canonicalize -relax-dead-code-elimination -split-input-file | FileCheck %s
// RUN: %same-results="cse,canonicalize,relax-dead-code-elimination"
// RUN: %same-results="relax-legalize-ops,relax-rewrite-dataflow-reshape,relax-remove-purity-checking,relax-call-tir-rewrite,cse,relax-static-plan-block-memory,relax-kill-after-last-use,cse"

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

// The report: a view that is used later; and a view as the second operand.
tir.func private @add(%x: memref<4xf32>, %y: memref<2x2xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %0 = memref.load %y[%c1, %c1] : memref<2x2xf32>
  memref.store %0, %x[%c0] : memref<4xf32>
  %1 = memref.load %y[%c0, %c0] : memref<2x2xf32>
  memref.store %1, %x[%c3] : memref<4xf32>
  tir.return
}
relax.func impure @main(%x: tensor<4xf32>) -> (tensor<2x2xf32>, tensor<4xf32>) {
  %0 = relax.exp %x : tensor<4xf32>
  %s = relax.shape [2, 2] : !relax.shape<[2, 2]>
  %1 = relax.reshape %0, %s : (tensor<4xf32>, !relax.shape<[2, 2]>) -> tensor<2x2xf32>
  %2 = relax.call_tir_inplace @add(%0, %1) {inplace_indices = array<i64: 0>} : (tensor<4xf32>, tensor<2x2xf32>) -> tensor<4xf32>
  relax.return %1, %2 : tensor<2x2xf32>, tensor<4xf32>
}
