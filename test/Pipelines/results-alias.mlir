// Results of one call are memory of their own, whatever the callee returns:
// who gets them may end or overwrite one of them.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --input=4xf32=1 | FileCheck %s
// RUN: relax-run %t.so --function=overwritten --input=4xf32=1 | FileCheck %s --check-prefix=OVER
// RUN: relax-run %t.so --function=views --input=4xf32=1 | FileCheck %s --check-prefix=VIEWS
// RUN: relax-run %t.so --function=branches --input=i1=1 --input=4xf32=1 | FileCheck %s --check-prefix=BRANCHES
// RUN: relax-interp %s --function=overwritten --input=4xf32=1 | FileCheck %s --check-prefix=OVER
// RUN: %same-results="relax-legalize-ops,relax-remove-purity-checking,relax-call-tir-rewrite,relax-static-plan-block-memory,relax-lower-alloc-tensor,relax-kill-after-last-use"

// CHECK: output 0: f32[4] = [2, 2, 2, 2]
// CHECK: output 1: f32[4] = [4, 4, 4, 4]
relax.func private @twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.add %x, %x : tensor<4xf32>
  relax.return %0, %0 : tensor<4xf32>, tensor<4xf32>
}
relax.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = relax.call @twice(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %1 = relax.add %0#0, %0#0 : tensor<4xf32>
  relax.return %0#1, %1 : tensor<4xf32>, tensor<4xf32>
}

// OVER: output 0: f32[4] = [3, 3, 3, 3]
// OVER: output 1: f32[4] = [2, 2, 2, 2]
tir.func private @increment(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  tir.for %i = %c0 to %c4 {
    %v = memref.load %x[%i] : memref<4xf32>
    %w = arith.addf %v, %one : f32
    memref.store %w, %x[%i] : memref<4xf32>
  }
  tir.return
}
relax.func impure @overwritten(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = relax.call @twice(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %1 = relax.call_tir_inplace @increment(%0#0) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// A tensor and two views of it; a parameter twice.
// VIEWS: output 0: f32[2, 2] = {{\[\[}}3, 3], [3, 3]]
// VIEWS: output 1: f32[4] = [2, 2, 2, 2]
// VIEWS: output 2: f32[4] = [1, 1, 1, 1]
relax.func private @shaped(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.add %x, %x : tensor<4xf32>
  %1 = relax.shape [2, 2] : !relax.shape<[2, 2]>
  %2 = relax.reshape %0, %1 : (tensor<4xf32>, !relax.shape<[2, 2]>) -> tensor<2x2xf32>
  relax.return %0, %2, %x, %x : tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>
}
tir.func private @increment2(%x: memref<2x2xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  tir.for %i = %c0 to %c2 {
    tir.for %j = %c0 to %c2 {
      %v = memref.load %x[%i, %j] : memref<2x2xf32>
      %w = arith.addf %v, %one : f32
      memref.store %w, %x[%i, %j] : memref<2x2xf32>
    }
  }
  tir.return
}
relax.func impure @views(%x: tensor<4xf32>) -> (tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0:4 = relax.call @shaped(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>)
  %1 = relax.call_tir_inplace @increment2(%0#1) {inplace_indices = array<i64: 0>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = relax.call_tir_inplace @increment(%0#3) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1, %0#0, %0#2 : tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>
}

// Both results of a conditional, in a tuple.
// BRANCHES: output 0: f32[4] = [3, 3, 3, 3]
// BRANCHES: output 1: f32[4] = [2, 2, 2, 2]
relax.func private @chosen(%c: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.add %x, %x : tensor<4xf32>
  %1 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    relax.yield %0 : tensor<4xf32>
  } else {
    relax.yield %x : tensor<4xf32>
  }
  relax.return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
relax.func impure @branches(%c: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = relax.call @chosen(%c, %x) : (tensor<i1>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %1 = relax.call_tir_inplace @increment(%0#1) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1, %0#0 : tensor<4xf32>, tensor<4xf32>
}
