// Ops that order elements: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %r: tensor<*xf32>) {
  // CHECK: relax.sort {{.*}}{descending = true} : {{.*}} -> tensor<*xf32>
  // INFER: relax.sort {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %0 = relax.sort %x {descending = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.argsort {{.*}}{axis = 0 : i64} : {{.*}} -> tensor<*xi32>
  // INFER: relax.argsort {{.*}} -> tensor<?x4xi32, #relax.dims<[n, 4]>>
  %1 = relax.argsort %x {axis = 0 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xi32>
  // CHECK: relax.argsort {{.*}}{dtype = i64} : {{.*}} -> tensor<*xi64>
  // INFER: relax.argsort {{.*}} -> tensor<?x4xi64, #relax.dims<[n, 4]>>
  %2 = relax.argsort %x {dtype = i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xi64>
  // CHECK: relax.topk {{.*}}{k = 3 : i64} : {{.*}} -> (tensor<*xf32>, tensor<*xi32>)
  // INFER: relax.topk {{.*}} -> (tensor<?x3xf32, #relax.dims<[n, 3]>>, tensor<?x3xi32, #relax.dims<[n, 3]>>)
  %3:2 = relax.topk %x {k = 3 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> (tensor<*xf32>, tensor<*xi32>)
  // CHECK: relax.topk {{.*}}{axis = 0 : i64, k = 0 : i64, ret_type = "values"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.topk {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %4 = relax.topk %x {axis = 0 : i64, k = 0 : i64, ret_type = "values"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.topk {{.*}}{axis = 0 : i64, dtype = i64, k = 2 : i64, ret_type = "indices"} : {{.*}} -> tensor<*xi64>
  // INFER: relax.topk {{.*}} -> tensor<2x4xi64>
  %5 = relax.topk %x {axis = 0 : i64, dtype = i64, k = 2 : i64, ret_type = "indices"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xi64>
  // CHECK: relax.topk {{.*}}{k = 3 : i64} : {{.*}} -> (tensor<*xf32>, tensor<*xi32>)
  // INFER: relax.topk {{.*}} -> (tensor<*xf32>, tensor<*xi32>)
  %6:2 = relax.topk %r {k = 3 : i64} : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  relax.return
}
