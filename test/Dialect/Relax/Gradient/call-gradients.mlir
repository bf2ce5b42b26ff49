// The derivative of a tensor program is the one that the call names: it takes
// the adjoints of the results, then the arguments.
// RUN: relax-opt %s --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK: relax.call_tir_with_grad @copy(%arg0)
// CHECK: %[[D:.*]] = relax.broadcast_to
// CHECK: %[[X:.*]] = relax.call_tir @copy_grad(%[[D]], %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK: relax.output %{{.*}}, %[[X]]
tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.func private @copy_grad(%d: memref<4xf32>, %x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 2 : i64} {
  memref.copy %d, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %0 = relax.call_tir_with_grad @copy(%x) {te_grad_name = "copy_grad"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.sum %0 : (tensor<4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
