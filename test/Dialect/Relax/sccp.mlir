// Constants go through calls of functions, never into the buffers of a tensor
// program, nor to a value of another type.
// RUN: relax-opt %s -sccp -verify-each | FileCheck %s
// RUN: relax-opt %s -remove-dead-values -verify-each | FileCheck %s --check-prefix=DEAD

// CHECK-LABEL: tir.func private @kernel(
// CHECK-NOT: relax.constant
// CHECK: memref.copy
// DEAD-LABEL: tir.func private @kernel(%{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>)
tir.func private @kernel(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
// CHECK-LABEL: relax.func private @callee(
// CHECK: %[[C:.*]] = relax.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: relax.exp %[[C]]
relax.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.exp %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
// CHECK-LABEL: relax.func private @general(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32, #{{.*}}>)
// CHECK: relax.exp %[[X]]
relax.func private @general(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.exp %x : tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}
relax.func @main() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.constant dense<1.0> : tensor<4xf32>
  %1 = relax.call_tir @kernel(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relax.call @callee(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = relax.call @general(%0) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
