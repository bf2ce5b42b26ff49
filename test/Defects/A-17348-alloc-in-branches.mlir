// Storage of a branch is allocated there, and dominates its uses.
// RUN: relax-opt %s -relax-memory-stage | FileCheck %s
// RUN: relax-interp %s --each | FileCheck %s --check-prefix=RESULT
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=yes | FileCheck %s --check-prefix=YES
// RUN: relax-run %t.so --function=no | FileCheck %s --check-prefix=NO

// YES: [2, 2, 2, 2]
// NO: [4, 4, 4, 4]
// RESULT: @yes gives [2, 2, 2, 2]
// RESULT: @no gives [4, 4, 4, 4]
// CHECK-LABEL: @choose
// CHECK: relax.if
// CHECK: relax.memory.alloc_storage
// CHECK: relax.call_prim_func
tir.func private @double(%x: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %z[%i] : memref<4xf32>
  }
  tir.return
}
relax.func private @choose(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    %1 = relax.call_tir @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
    relax.yield %1 : tensor<4xf32>
  } else {
    %1 = relax.call_tir @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = relax.call_tir @double(%1) : (tensor<4xf32>) -> tensor<4xf32>
    relax.yield %2 : tensor<4xf32>
  }
  relax.return %0 : tensor<4xf32>
}
relax.func @yes() -> tensor<4xf32> {
  %c = relax.constant dense<true> : tensor<i1>
  %x = relax.constant dense<1.0> : tensor<4xf32>
  %0 = relax.call @choose(%c, %x) : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
relax.func @no() -> tensor<4xf32> {
  %c = relax.constant dense<false> : tensor<i1>
  %x = relax.constant dense<1.0> : tensor<4xf32>
  %0 = relax.call @choose(%c, %x) : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
