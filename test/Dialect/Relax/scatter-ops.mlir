// Ops that put elements by their places: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %i: tensor<2x4xi64>, %u: tensor<2x4xf32>, %r: tensor<*xf32>, %y: tensor<3x4xf32>, %c: tensor<2x1xi64>, %v: tensor<3x2xf32>, %k: tensor<2xi64>, %w: tensor<2xf32>) {
  // CHECK: relax.scatter_elements {{.*}}{axis = 1 : i64, reduction = "add"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.scatter_elements {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %0 = relax.scatter_elements %x, %i, %u {axis = 1 : i64, reduction = "add"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<2x4xi64>, tensor<2x4xf32>) -> tensor<*xf32>
  // CHECK: relax.scatter_elements {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.scatter_elements {{.*}} -> tensor<*xf32>
  %1 = relax.scatter_elements %r, %i, %u : (tensor<*xf32>, tensor<2x4xi64>, tensor<2x4xf32>) -> tensor<*xf32>
  // CHECK: relax.scatter_nd {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.scatter_nd {{.*}} -> tensor<3x4xf32>
  %2 = relax.scatter_nd %y, %c, %u : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> tensor<*xf32>
  // CHECK: relax.scatter_nd {{.*}}{reduction = "max"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.scatter_nd {{.*}} -> tensor<*xf32>
  %3 = relax.scatter_nd %r, %c, %u {reduction = "max"} : (tensor<*xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> tensor<*xf32>
  // CHECK: relax.slice_scatter {{.*}}{end = #relax.expr<3>, start = #relax.expr<1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.slice_scatter {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %4 = relax.slice_scatter %x, %u {end = #relax.expr<3>, start = #relax.expr<1>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<2x4xf32>) -> tensor<*xf32>
  // CHECK: relax.slice_scatter {{.*}}{axis = -1 : i64, end = #relax.expr<4>, start = #relax.expr<0>, step = 2 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.slice_scatter {{.*}} -> tensor<3x4xf32>
  %5 = relax.slice_scatter %y, %v {axis = -1 : i64, end = #relax.expr<4>, start = #relax.expr<0>, step = 2 : i64} : (tensor<3x4xf32>, tensor<3x2xf32>) -> tensor<*xf32>
  // CHECK: relax.index_put {{.*}}{accumulate = true} : {{.*}} -> tensor<*xf32>
  // INFER: relax.index_put {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %6 = relax.index_put %x, %k, %u {accumulate = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<*xf32>
  // CHECK: relax.index_put {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.index_put {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %7 = relax.index_put %x, %k, %k, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<2xi64>, tensor<2xi64>, tensor<2xf32>) -> tensor<*xf32>
  relax.return
}
