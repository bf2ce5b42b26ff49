// What a call overwrites in place may fold to a constant or to a parameter, as
// any value: the call gets a copy. The upstream inliner folds as it goes.
// RUN: relax-opt %s -inline | FileCheck %s
// RUN: relax-opt %s -canonicalize | FileCheck %s
// RUN: relax-opt %s -sccp -canonicalize | FileCheck %s
// RUN: %same-results=inline
// RUN: %same-results="canonicalize,sccp,inline"
// RUN: %same-results="inline,relax-fold-constant,relax-legalize-ops,relax-remove-purity-checking,relax-call-tir-rewrite,cse"
// RUN: relax-compile %s -o %t.so && relax-run %t.so --function=twice --output=- | FileCheck %s --check-prefix=NATIVE
// NATIVE-COUNT-2: 7

tir.func private @set(%x: memref<i8>) attributes {num_inputs = 1 : i64} {
  %v = arith.constant 7 : i8
  memref.store %v, %x[] : memref<i8>
  tir.return
}

// CHECK-LABEL: relax.func impure @constant
// CHECK: %[[A:.*]] = relax.constant
// CHECK: relax.call_tir_inplace @set(%[[A]])
relax.func impure @constant() -> tensor<i8> {
  %0 = relax.constant dense<0> : tensor<i8>
  %1 = relax.subtract %0, %0 : tensor<i8>
  %2 = relax.call_tir_inplace @set(%1) {inplace_indices = array<i64: 0>} : (tensor<i8>) -> tensor<i8>
  relax.return %2 : tensor<i8>
}

// CHECK-LABEL: relax.func impure @parameter
// CHECK: relax.call_tir_inplace @set(%arg0)
// CHECK: relax.return %arg0,
relax.func impure @parameter(%x: tensor<i8>) -> (tensor<i8>, tensor<i8>) {
  %0 = relax.permute_dims %x {axes = array<i64>} : (tensor<i8>) -> tensor<i8>
  %1 = relax.call_tir_inplace @set(%0) {inplace_indices = array<i64: 0>} : (tensor<i8>) -> tensor<i8>
  relax.return %x, %1 : tensor<i8>, tensor<i8>
}

// A copy of a constant, called twice: the second call sees the constant.
relax.func impure @twice() -> (tensor<i8>, tensor<i8>) {
  %0 = relax.call @constant() {impure} : () -> tensor<i8>
  %1 = relax.call @constant() {impure} : () -> tensor<i8>
  relax.return %0, %1 : tensor<i8>, tensor<i8>
}
