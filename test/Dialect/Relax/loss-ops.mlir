// Losses: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %t: tensor<?xi64, #relax.dims<[n]>>, %w: tensor<4xf32>, %d: tensor<i64>) {
  // CHECK: relax.nn.cross_entropy_with_logits {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.cross_entropy_with_logits {{.*}} -> tensor<f32>
  %0 = relax.nn.cross_entropy_with_logits %x, %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.nn.nll_loss {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.nll_loss {{.*}} -> tensor<f32>
  %1 = relax.nn.nll_loss %x, %t, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?xi64, #relax.dims<[n]>>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: relax.nn.nll_loss {{.*}}{ignore_index = 0 : i64, reduction = "none"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.nll_loss {{.*}} -> tensor<?xf32, #relax.dims<[n]>>
  %2 = relax.nn.nll_loss %x, %t {ignore_index = 0 : i64, reduction = "none"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?xi64, #relax.dims<[n]>>) -> tensor<*xf32>
  // CHECK: relax.nn.nll_loss {{.*}}{reduction = "sum"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.nn.nll_loss {{.*}} -> tensor<f32>
  %3 = relax.nn.nll_loss %w, %d {reduction = "sum"} : (tensor<4xf32>, tensor<i64>) -> tensor<*xf32>
  relax.return
}
