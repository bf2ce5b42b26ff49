// Ops that derivatives are made of: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %g: tensor<1x4x4x4xf32>, %p: tensor<1x4x8x8xf32>, %d: tensor<f32>, %t: tensor<?xi64, #relax.dims<[n]>>, %w: tensor<4xf32>) {
  // CHECK: relax.grad.no_grad {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.grad.no_grad {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %0 = relax.grad.no_grad %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.grad.start_checkpoint {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.grad.start_checkpoint {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.grad.start_checkpoint %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.grad.end_checkpoint {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.grad.end_checkpoint {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %2 = relax.grad.end_checkpoint %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.grad.max_pool2d_backward {{.*}}{pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.grad.max_pool2d_backward {{.*}} -> tensor<1x4x8x8xf32>
  %3 = relax.grad.max_pool2d_backward %g, %p {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x4x4xf32>, tensor<1x4x8x8xf32>) -> tensor<*xf32>
  // CHECK: relax.grad.avg_pool2d_backward {{.*}}{count_include_pad = true, pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.grad.avg_pool2d_backward {{.*}} -> tensor<1x4x8x8xf32>
  %4 = relax.grad.avg_pool2d_backward %g, %p {count_include_pad = true, pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x4x4xf32>, tensor<1x4x8x8xf32>) -> tensor<*xf32>
  // CHECK: relax.grad.nll_loss_backward {{.*}}{reduction = "sum"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.grad.nll_loss_backward {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %5 = relax.grad.nll_loss_backward %d, %x, %t, %w {reduction = "sum"} : (tensor<f32>, tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?xi64, #relax.dims<[n]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.grad.take_backward {{.*}}{axis = 0 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.grad.take_backward {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %6 = relax.grad.take_backward %x, %x, %t {axis = 0 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?xi64, #relax.dims<[n]>>) -> tensor<*xf32>
  relax.return
}
