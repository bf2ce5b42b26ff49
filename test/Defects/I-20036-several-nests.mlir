// Functions with several nests have a schedule for GPUs: one kernel where all go
// over the same rows.
// RUN: relax-opt %s -relax-legalize-ops -tir-default-gpu-schedule -tir-verify-scheduled -tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s -relax-legalize-ops -tir-default-gpu-schedule=skip-rules=general-reduction -tir-verify-scheduled -o /dev/null
// RUN: %same-results="relax-legalize-ops,tir-default-gpu-schedule" --tolerance=1e-4

// CHECK-LABEL: tir.func private @nn_softmax(
// CHECK:       blockIdx
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @softmax(%x: tensor<?x40xf32, #relax.dims<[n, 40]>>) -> tensor<?x40xf32, #relax.dims<[n, 40]>> {
  %0 = relax.nn.softmax %x : tensor<?x40xf32, #relax.dims<[n, 40]>>
  relax.return %0 : tensor<?x40xf32, #relax.dims<[n, 40]>>
}
// CHECK-LABEL: tir.func private @variance{{.*}}(
// CHECK:       blockIdx
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @variance(%x: tensor<6x40xf32>) -> tensor<6xf32> {
  %0 = relax.variance %x {axis = array<i64: 1>} : (tensor<6x40xf32>) -> tensor<6xf32>
  relax.return %0 : tensor<6xf32>
}
// Statistics of groups of channels, and what is done with each channel.
// CHECK-LABEL: tir.func private @nn_group_norm(
// CHECK:       blockIdx
// CHECK:       tir.return
relax.func @group_norm(%x: tensor<2x6x5xf32>, %p: tensor<6xf32>, %q: tensor<6xf32>) -> tensor<2x6x5xf32> {
  %0 = relax.nn.group_norm %x, %p, %q {axes = array<i64: 2>, channel_axis = 1 : i64, num_groups = 2 : i64} : (tensor<2x6x5xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<2x6x5xf32>
  relax.return %0 : tensor<2x6x5xf32>
}
// CHECK-LABEL: tir.func private @nn_batch_norm(
// CHECK:       blockIdx
// CHECK:       tir.return
relax.func @batch_norm(%x: tensor<2x3x4xf32>, %g: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %0, %1, %2 = relax.nn.batch_norm %x, %g, %g, %g, %g {axis = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  relax.return %0 : tensor<2x3x4xf32>
}
