// Scans: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %r: tensor<*xf32>) {
  // CHECK: relax.cumsum {{.*}}{axis = 1 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.cumsum {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %0 = relax.cumsum %x {axis = 1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.cumprod {{.*}}{dtype = f64, exclusive = true} : {{.*}} -> tensor<*xf64>
  // INFER: relax.cumprod {{.*}} -> tensor<?xf64, #relax.dims<[n * 4]>>
  %1 = relax.cumprod %x {dtype = f64, exclusive = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf64>
  // CHECK: relax.cumsum {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.cumsum {{.*}} -> tensor<?xf32>
  %2 = relax.cumsum %r : (tensor<*xf32>) -> tensor<*xf32>
  relax.return
}
