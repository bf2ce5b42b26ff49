// A reshape is a view: the storage of its operand lives as long as the view.
// RUN: relax-opt %s -relax-rewrite-dataflow-reshape -relax-memory-stage | FileCheck %s
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main | FileCheck %s --check-prefix=RESULT

// RESULT: [10, 10, 10, 10]
// CHECK: %[[VIEW:.*]] = relax.memory.view %[[X:[^ ]*]] at[0]
// CHECK-NOT: relax.memory.kill_tensor %[[X]] :
// CHECK: relax.memory.view %[[VIEW]] at[0]
// CHECK: relax.call_prim_func @add
// CHECK: relax.memory.kill_tensor %[[X]] :
tir.func private @add(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = memref.load %y[%i] : memref<4xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %z[%i] : memref<4xf32>
  }
  tir.return
}
relax.func @main() -> tensor<4xf32> {
  %x = relax.constant dense<1.0> : tensor<4xf32>
  %0 = relax.call_tir @add(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.expand_dims %0 {axis = array<i64: 0>} : (tensor<4xf32>) -> tensor<1x4xf32>
  %2 = relax.call_tir @add(%0, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = relax.call_tir @add(%2, %2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = relax.squeeze %1 : (tensor<1x4xf32>) -> tensor<4xf32>
  %5 = relax.call_tir @add(%3, %4) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %5 : tensor<4xf32>
}
