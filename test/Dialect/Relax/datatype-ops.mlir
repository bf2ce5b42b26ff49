// Changes of the element type: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %u: tensor<*x!relax.unknown>) {
  // CHECK: relax.astype {{.*}}{dtype = f16} : {{.*}} -> tensor<*xf16>
  // INFER: relax.astype {{.*}} -> tensor<?x4xf16, #relax.dims<[n, 4]>>
  %0 = relax.astype %x {dtype = f16} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf16>
  // CHECK: relax.astype {{.*}}{dtype = i1} : {{.*}} -> tensor<*xi1>
  // INFER: relax.astype {{.*}} -> tensor<*xi1>
  %1 = relax.astype %u {dtype = i1} : (tensor<*x!relax.unknown>) -> tensor<*xi1>
  // CHECK: relax.wrap_param {{.*}}{dtype = f16} : {{.*}} -> tensor<*xf16>
  // INFER: relax.wrap_param {{.*}} -> tensor<?x4xf16, #relax.dims<[n, 4]>>
  %2 = relax.wrap_param %x {dtype = f16} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf16>
  relax.return
}
