// Reductions: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>, %r: tensor<*xf32>, %d: tensor<f32>, %z: tensor<2x0xf32>) {
  // CHECK: relax.sum {{.*}}{axis = array<i64: 1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.sum {{.*}} -> tensor<?x5xf32, #relax.dims<[n, 5]>>
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  // CHECK: relax.prod {{.*}}{axis = array<i64: 1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.prod {{.*}} -> tensor<?x5xf32, #relax.dims<[n, 5]>>
  %1 = relax.prod %x {axis = array<i64: 1>} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  // CHECK: relax.max {{.*}}{axis = array<i64: 1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.max {{.*}} -> tensor<?x5xf32, #relax.dims<[n, 5]>>
  %2 = relax.max %x {axis = array<i64: 1>} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  // CHECK: relax.min {{.*}}{axis = array<i64: 1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.min {{.*}} -> tensor<?x5xf32, #relax.dims<[n, 5]>>
  %3 = relax.min %x {axis = array<i64: 1>} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  // CHECK: relax.mean {{.*}}{axis = array<i64: 1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.mean {{.*}} -> tensor<?x5xf32, #relax.dims<[n, 5]>>
  %4 = relax.mean %x {axis = array<i64: 1>} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  // CHECK: relax.variance {{.*}}{axis = array<i64: 1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.variance {{.*}} -> tensor<?x5xf32, #relax.dims<[n, 5]>>
  %5 = relax.variance %x {axis = array<i64: 1>} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  // CHECK: relax.std {{.*}}{axis = array<i64: 1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.std {{.*}} -> tensor<?x5xf32, #relax.dims<[n, 5]>>
  %6 = relax.std %x {axis = array<i64: 1>} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  // CHECK: relax.sum {{.*}}{axis = array<i64: -1, 0>, keepdims = true} : {{.*}} -> tensor<*xf32>
  // INFER: relax.sum {{.*}} -> tensor<1x4x1xf32>
  %7 = relax.sum %x {axis = array<i64: -1, 0>, keepdims = true} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  // CHECK: relax.sum {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.sum {{.*}} -> tensor<f32>
  %8 = relax.sum %x : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  // CHECK: relax.sum {{.*}}{keepdims = true} : {{.*}} -> tensor<*xf32>
  // INFER: relax.sum {{.*}} -> tensor<1x1x1xf32>
  %9 = relax.sum %x {keepdims = true} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  // CHECK: relax.sum {{.*}}{axis = array<i64>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.sum {{.*}} -> tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>
  %10 = relax.sum %x {axis = array<i64>} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  // CHECK: relax.sum {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.sum {{.*}} -> tensor<f32>
  %11 = relax.sum %r : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.sum {{.*}}{axis = array<i64: 1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.sum {{.*}} -> tensor<*xf32>
  %12 = relax.sum %r {axis = array<i64: 1>} : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.sum {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.sum {{.*}} -> tensor<f32>
  %13 = relax.sum %d : (tensor<f32>) -> tensor<*xf32>
  // CHECK: relax.max {{.*}}{axis = array<i64: 1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.max {{.*}} -> tensor<2xf32>
  %14 = relax.max %z {axis = array<i64: 1>} : (tensor<2x0xf32>) -> tensor<*xf32>
  // CHECK: relax.median {{.*}}{axis = array<i64: 1>} : {{.*}} -> (tensor<*xf32>, tensor<*xi64>)
  // INFER: relax.median {{.*}} -> (tensor<?x5xf32, #relax.dims<[n, 5]>>, tensor<?x5xi64, #relax.dims<[n, 5]>>)
  %15:2 = relax.median %x {axis = array<i64: 1>} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> (tensor<*xf32>, tensor<*xi64>)
  // CHECK: relax.median {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.median {{.*}} -> tensor<f32>
  %16 = relax.median %x : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<*xf32>
  relax.return
}

// Axes of a tensor of unknown rank may be any numbers, the largest, too.
// CHECK-LABEL: @largest_axes
relax.func @largest_axes(%x: tensor<*xf32>) -> tensor<*xf32> {
  // CHECK: relax.sum {{.*}}array<i64: 9223372036854775807, 9223372036854775806, 5>
  %0 = relax.sum %x {axis = array<i64: 9223372036854775807, 9223372036854775806, 5>} : (tensor<*xf32>) -> tensor<*xf32>
  relax.return %0 : tensor<*xf32>
}
