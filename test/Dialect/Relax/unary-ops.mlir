// Ops on each element of one tensor: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %i: tensor<2xi32>, %b: tensor<2xi1>, %r: tensor<*xf32>, %u: tensor<?x2x!relax.unknown>, %d: tensor<f32>, %z: tensor<0x3xf32>) {
  // CHECK: relax.acos {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.acos {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %0 = relax.acos %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.acosh {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.acosh {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.acosh %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.asin {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.asin {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %2 = relax.asin %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.asinh {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.asinh {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %3 = relax.asinh %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.atan {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.atan {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %4 = relax.atan %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.atanh {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.atanh {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %5 = relax.atanh %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.cos {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.cos {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %6 = relax.cos %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.cosh {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.cosh {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %7 = relax.cosh %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.erf {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.erf {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %8 = relax.erf %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.exp {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.exp {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %9 = relax.exp %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.log {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.log {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %10 = relax.log %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.rsqrt {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.rsqrt {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %11 = relax.rsqrt %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.sigmoid {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.sigmoid {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %12 = relax.sigmoid %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.sin {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.sin {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %13 = relax.sin %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.sinh {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.sinh {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %14 = relax.sinh %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.sqrt {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.sqrt {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %15 = relax.sqrt %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.tan {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.tan {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %16 = relax.tan %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.tanh {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.tanh {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %17 = relax.tanh %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.square {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.square {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %18 = relax.square %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.abs {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.abs {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %19 = relax.abs %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.sign {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.sign {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %20 = relax.sign %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.ceil {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.ceil {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %21 = relax.ceil %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.floor {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.floor {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %22 = relax.floor %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.round {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.round {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %23 = relax.round %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.trunc {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.trunc {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %24 = relax.trunc %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.negative {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.negative {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %25 = relax.negative %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.isfinite {{.*}}: {{.*}} -> tensor<*xi1>
  // INFER: relax.isfinite {{.*}} -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  %26 = relax.isfinite %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xi1>
  // CHECK: relax.isinf {{.*}}: {{.*}} -> tensor<*xi1>
  // INFER: relax.isinf {{.*}} -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  %27 = relax.isinf %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xi1>
  // CHECK: relax.isnan {{.*}}: {{.*}} -> tensor<*xi1>
  // INFER: relax.isnan {{.*}} -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  %28 = relax.isnan %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xi1>
  // CHECK: relax.bitwise_not {{.*}}: {{.*}} -> tensor<*xi32>
  // INFER: relax.bitwise_not {{.*}}: tensor<2xi32>
  %29 = relax.bitwise_not %i : (tensor<2xi32>) -> tensor<*xi32>
  // CHECK: relax.logical_not {{.*}}: {{.*}} -> tensor<*xi1>
  // INFER: relax.logical_not {{.*}}: tensor<2xi1>
  %30 = relax.logical_not %b : (tensor<2xi1>) -> tensor<*xi1>
  // CHECK: relax.clip {{.*}}{max = 6.000000e+00 : f64, min = 0.000000e+00 : f64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.clip {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
  %31 = relax.clip %x {max = 6.000000e+00 : f64, min = 0.000000e+00 : f64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.clip {{.*}}{max = 6 : i64, min = -1 : i64} : {{.*}} -> tensor<*xi32>
  // INFER: relax.clip {{.*}}: tensor<2xi32>
  %32 = relax.clip %i {max = 6 : i64, min = -1 : i64} : (tensor<2xi32>) -> tensor<*xi32>
  // What is not known stays unknown; what is declared stays.
  // CHECK: relax.exp {{.*}}: {{.*}} -> tensor<?x?xf32>
  // INFER: relax.exp {{.*}} -> tensor<?x?xf32>
  %33 = relax.exp %r : (tensor<*xf32>) -> tensor<?x?xf32>
  // CHECK: relax.exp {{.*}}: {{.*}} -> tensor<*x!relax.unknown>
  // INFER: relax.exp {{.*}}: tensor<?x2x!relax.unknown>
  %34 = relax.exp %u : (tensor<?x2x!relax.unknown>) -> tensor<*x!relax.unknown>
  // CHECK: relax.exp {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.exp {{.*}}: tensor<f32>
  %35 = relax.exp %d : (tensor<f32>) -> tensor<*xf32>
  // CHECK: relax.exp {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.exp {{.*}}: tensor<0x3xf32>
  %36 = relax.exp %z : (tensor<0x3xf32>) -> tensor<*xf32>
  relax.return
}
