// Normalisation, convolution and reductions have a schedule for GPUs, with the
// numbers that they had.
// RUN: relax-opt %s -relax-legalize-ops -tir-default-gpu-schedule -tir-verify-scheduled -tir-verify-well-formed | FileCheck %s
// RUN: %same-results="relax-legalize-ops,tir-default-gpu-schedule" --tolerance=1e-4

// CHECK-NOT: tir.block
// CHECK-COUNT-6: thread_binding
relax.func @batch_norm(%x: tensor<2x3x4xf32>, %g: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %0, %1, %2 = relax.nn.batch_norm %x, %g, %g, %g, %g {axis = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  relax.return %0 : tensor<2x3x4xf32>
}
relax.func @conv2d(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x3x3xf32>) -> tensor<1x3x3x3xf32> {
  %0 = relax.nn.conv2d %x, %w : (tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>) -> tensor<1x3x3x3xf32>
  relax.return %0 : tensor<1x3x3x3xf32>
}
relax.func @reductions(%x: tensor<?x3xf32, #relax.dims<[n, 3]>>, %y: tensor<2x3xf32>) -> (tensor<f32>, tensor<?xf32, #relax.dims<[n]>>, tensor<3xi64>) {
  %0 = relax.sum %x : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<f32>
  %1 = relax.max %x {axis = array<i64: 1>} : (tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<?xf32, #relax.dims<[n]>>
  %2 = relax.argmax %y {axis = 0 : i64} : (tensor<2x3xf32>) -> tensor<3xi64>
  relax.return %0, %1, %2 : tensor<f32>, tensor<?xf32, #relax.dims<[n]>>, tensor<3xi64>
}
