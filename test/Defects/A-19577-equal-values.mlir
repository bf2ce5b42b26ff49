// Upstream's cse takes two equal values for one, though a call overwrites one of
// them. What a call overwrites is a value, so that nothing changes by it: where
// memory becomes explicit, the call gets a copy.
// RUN: relax-opt %s -cse -relax-verify-graph | FileCheck %s
// RUN: %same-results=cse
// RUN: %same-results="inline,cse,canonicalize,relax-legalize-ops,cse"
// RUN: %same-results="cse,relax-legalize-ops,relax-remove-purity-checking,relax-call-tir-rewrite,cse,relax-static-plan-block-memory,cse,relax-kill-after-last-use,cse,canonicalize"
// RUN: relax-compile %s -o %t.so && relax-run %t.so --input=4xf32=1 --output=- | FileCheck %s --check-prefix=NATIVE

// NATIVE: [2, 2, 2, 2]
// NATIVE: [9, 2, 2, 2]

tir.func private @set(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %v = arith.constant 9.0 : f32
  memref.store %v, %x[%c0] : memref<4xf32>
  tir.return
}

// CHECK-LABEL: relax.func impure @main
// CHECK: %[[A:.*]] = relax.add
// CHECK-NOT: relax.add
// CHECK: relax.call_tir_inplace @set(%[[A]])
relax.func impure @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.add %x, %x : tensor<4xf32>
  %1 = relax.add %x, %x : tensor<4xf32>
  %2 = relax.call_tir_inplace @set(%0) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// One value as both arguments, of which both or one are overwritten.
tir.func private @swap(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.load %x[%c0] : memref<4xf32>
  %b = memref.load %y[%c0] : memref<4xf32>
  memref.store %a, %y[%c1] : memref<4xf32>
  memref.store %b, %x[%c0] : memref<4xf32>
  tir.return
}
tir.func private @mix(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.load %x[%c0] : memref<4xf32>
  memref.store %a, %y[%c1] : memref<4xf32>
  tir.return
}
relax.func impure @arguments(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.exp %x : tensor<4xf32>
  %1 = relax.exp %x : tensor<4xf32>
  %2:2 = relax.call_tir_inplace @swap(%0, %1) {inplace_indices = array<i64: 1, 0>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %3 = relax.exp %x : tensor<4xf32>
  %4 = relax.call_tir_inplace @mix(%2#0, %3) {inplace_indices = array<i64: 1>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %2#0, %2#1, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Equal calls, one result of which ends before the other is used.
relax.func private @double(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.add %x, %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
relax.func impure @ends(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.call @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.abs %0 : tensor<4xf32>
  %2 = relax.call @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = relax.exp %2 : tensor<4xf32>
  relax.return %1, %3 : tensor<4xf32>, tensor<4xf32>
}
// RUN: %same-results="relax-kill-after-last-use,cse,canonicalize"
