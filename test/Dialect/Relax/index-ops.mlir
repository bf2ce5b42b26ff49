// Ops that take elements by their places: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %i: tensor<?xi64, #relax.dims<[k]>>, %i0: tensor<i64>, %ir: tensor<*xi64>, %v: tensor<4xf32>, %r: tensor<*xf32>, %b: tensor<2xi64>) {
  // CHECK: relax.take {{.*}}{axis = 1 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.take {{.*}} -> tensor<?x?xf32, #relax.dims<[n, k]>>
  %0 = relax.take %x, %i {axis = 1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?xi64, #relax.dims<[k]>>) -> tensor<*xf32>
  // CHECK: relax.take {{.*}}{axis = -2 : i64, mode = "clip"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.take {{.*}} -> tensor<4xf32>
  %1 = relax.take %x, %i0 {axis = -2 : i64, mode = "clip"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<i64>) -> tensor<*xf32>
  // CHECK: relax.take {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.take {{.*}} -> tensor<?xf32, #relax.dims<[k]>>
  %2 = relax.take %v, %i : (tensor<4xf32>, tensor<?xi64, #relax.dims<[k]>>) -> tensor<*xf32>
  // CHECK: relax.take {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.take {{.*}} -> tensor<?xf32, #relax.dims<[k]>>
  %3 = relax.take %r, %i : (tensor<*xf32>, tensor<?xi64, #relax.dims<[k]>>) -> tensor<*xf32>
  // CHECK: relax.take {{.*}}{axis = 0 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.take {{.*}} -> tensor<*xf32>
  %4 = relax.take %x, %ir {axis = 0 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<*xi64>) -> tensor<*xf32>
  // CHECK: relax.strided_slice {{.*}}{axes = array<i64: 1>, begin = [#relax.expr<1>], end = [#relax.expr<3>]} : {{.*}} -> tensor<*xf32>
  // INFER: relax.strided_slice {{.*}} -> tensor<?x2xf32, #relax.dims<[n, 2]>>
  %5 = relax.strided_slice %x {axes = array<i64: 1>, begin = [#relax.expr<1>], end = [#relax.expr<3>]} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.strided_slice {{.*}}{axes = array<i64: 1>, begin = [#relax.expr<0>], end = [#relax.expr<9223372036854775807>]} : {{.*}} -> tensor<*xf32>
  // INFER: relax.strided_slice {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %6 = relax.strided_slice %x {axes = array<i64: 1>, begin = [#relax.expr<0>], end = [#relax.expr<9223372036854775807>]} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.strided_slice {{.*}}{axes = array<i64: 1>, begin = [#relax.expr<-3>], end = [#relax.expr<-1>]} : {{.*}} -> tensor<*xf32>
  // INFER: relax.strided_slice {{.*}} -> tensor<?x2xf32, #relax.dims<[n, 2]>>
  %7 = relax.strided_slice %x {axes = array<i64: 1>, begin = [#relax.expr<-3>], end = [#relax.expr<-1>]} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.strided_slice {{.*}}{axes = array<i64: 1>, begin = [#relax.expr<3>], end = [#relax.expr<1>]} : {{.*}} -> tensor<*xf32>
  // INFER: relax.strided_slice {{.*}} -> tensor<?x0xf32, #relax.dims<[n, 0]>>
  %8 = relax.strided_slice %x {axes = array<i64: 1>, begin = [#relax.expr<3>], end = [#relax.expr<1>]} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.strided_slice {{.*}}{axes = array<i64: 1>, begin = [#relax.expr<0>], end = [#relax.expr<4>], strides = array<i64: 3>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.strided_slice {{.*}} -> tensor<?x2xf32, #relax.dims<[n, 2]>>
  %9 = relax.strided_slice %x {axes = array<i64: 1>, begin = [#relax.expr<0>], end = [#relax.expr<4>], strides = array<i64: 3>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.strided_slice {{.*}}{axes = array<i64: 1>, begin = [#relax.expr<-1>], end = [#relax.expr<-9223372036854775807>], strides = array<i64: -1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.strided_slice {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %10 = relax.strided_slice %x {axes = array<i64: 1>, begin = [#relax.expr<-1>], end = [#relax.expr<-9223372036854775807>], strides = array<i64: -1>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.strided_slice {{.*}}{axes = array<i64: 0>, begin = [#relax.expr<0>], end = [#relax.expr<9223372036854775807>]} : {{.*}} -> tensor<*xf32>
  // INFER: relax.strided_slice {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %11 = relax.strided_slice %x {axes = array<i64: 0>, begin = [#relax.expr<0>], end = [#relax.expr<9223372036854775807>]} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.strided_slice {{.*}}{axes = array<i64: 0>, begin = [#relax.expr<1>], end = [#relax.expr<9223372036854775807>]} : {{.*}} -> tensor<*xf32>
  // INFER: relax.strided_slice {{.*}} -> tensor<?x4xf32, #relax.dims<[{{.*}}, 4]>>
  %12 = relax.strided_slice %x {axes = array<i64: 0>, begin = [#relax.expr<1>], end = [#relax.expr<9223372036854775807>]} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.strided_slice {{.*}}{assume_inbound = true, axes = array<i64: 0>, begin = [#relax.expr<2>], end = [#relax.expr<n>]} : {{.*}} -> tensor<*xf32>
  // INFER: relax.strided_slice {{.*}} -> tensor<?x4xf32, #relax.dims<[max(n - 2, 0), 4]>>
  %13 = relax.strided_slice %x {assume_inbound = true, axes = array<i64: 0>, begin = [#relax.expr<2>], end = [#relax.expr<n>]} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.strided_slice {{.*}}{axes = array<i64: 0>, begin = [#relax.expr<0>], end = [#relax.expr<k>]} : {{.*}} -> tensor<*xf32>
  // INFER: relax.strided_slice {{.*}} -> tensor<?x4xf32, #relax.dims<[min(k, n), 4]>>
  %14 = relax.strided_slice %x {axes = array<i64: 0>, begin = [#relax.expr<0>], end = [#relax.expr<k>]} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.strided_slice {{.*}}{axes = array<i64: 0>, begin = [#relax.expr<0>], end = [#relax.expr<k - 1>]} : {{.*}} -> tensor<*xf32>
  // INFER: relax.strided_slice {{.*}} -> tensor<?x4xf32>
  %15 = relax.strided_slice %x {axes = array<i64: 0>, begin = [#relax.expr<0>], end = [#relax.expr<k - 1>]} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.strided_slice {{.*}}{axes = array<i64: -2, -1>, begin = [#relax.expr<0>, #relax.expr<1>], end = [#relax.expr<1>, #relax.expr<2>]} : {{.*}} -> tensor<*xf32>
  // INFER: relax.strided_slice {{.*}} -> tensor<?x1xf32, #relax.dims<[min(n, 1), 1]>>
  %16 = relax.strided_slice %x {axes = array<i64: -2, -1>, begin = [#relax.expr<0>, #relax.expr<1>], end = [#relax.expr<1>, #relax.expr<2>]} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.strided_slice {{.*}}{axes = array<i64: 0>, begin = [#relax.expr<0>], end = [#relax.expr<1>]} : {{.*}} -> tensor<*xf32>
  // INFER: relax.strided_slice {{.*}} -> tensor<*xf32>
  %17 = relax.strided_slice %r {axes = array<i64: 0>, begin = [#relax.expr<0>], end = [#relax.expr<1>]} : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.dynamic_strided_slice {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.dynamic_strided_slice {{.*}} -> tensor<?x?xf32>
  %18 = relax.dynamic_strided_slice %x, %b, %b, %b : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: relax.dynamic_strided_slice {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.dynamic_strided_slice {{.*}} -> tensor<*xf32>
  %19 = relax.dynamic_strided_slice %r, %b, %b, %b : (tensor<*xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<*xf32>
  relax.return
}

// CHECK-LABEL: @coordinates
// INFER-LABEL: @coordinates
relax.func @coordinates(%y: tensor<3x4x5xf32>, %i: tensor<3x?x5xi64, #relax.dims<[3, k, 5]>>, %ir: tensor<*xi64>, %j: tensor<?x2xi64, #relax.dims<[m, 2]>>, %b: tensor<3x6x1xi64>, %p: tensor<6x1xi64>, %q: tensor<2xi64>) {
  // CHECK: relax.gather_elements {{.*}}{axis = 1 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.gather_elements {{.*}} -> tensor<3x?x5xf32, #relax.dims<[3, k, 5]>>
  %0 = relax.gather_elements %y, %i {axis = 1 : i64} : (tensor<3x4x5xf32>, tensor<3x?x5xi64, #relax.dims<[3, k, 5]>>) -> tensor<*xf32>
  // CHECK: relax.gather_elements {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.gather_elements {{.*}} -> tensor<?x?x?xf32>
  %1 = relax.gather_elements %y, %ir : (tensor<3x4x5xf32>, tensor<*xi64>) -> tensor<*xf32>
  // CHECK: relax.gather_nd {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.gather_nd {{.*}} -> tensor<?x5xf32, #relax.dims<[m, 5]>>
  %2 = relax.gather_nd %y, %j : (tensor<3x4x5xf32>, tensor<?x2xi64, #relax.dims<[m, 2]>>) -> tensor<*xf32>
  // CHECK: relax.gather_nd {{.*}}{batch_dims = 1 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.gather_nd {{.*}} -> tensor<3x6x5xf32>
  %3 = relax.gather_nd %y, %b {batch_dims = 1 : i64} : (tensor<3x4x5xf32>, tensor<3x6x1xi64>) -> tensor<*xf32>
  // CHECK: relax.gather_nd {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.gather_nd {{.*}} -> tensor<*xf32>
  %4 = relax.gather_nd %y, %ir : (tensor<3x4x5xf32>, tensor<*xi64>) -> tensor<*xf32>
  // CHECK: relax.index_tensor {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.index_tensor {{.*}} -> tensor<6x2x5xf32>
  %5 = relax.index_tensor %y, %p, %q : (tensor<3x4x5xf32>, tensor<6x1xi64>, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: relax.index_tensor {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.index_tensor {{.*}} -> tensor<*xf32>
  %6 = relax.index_tensor %y, %ir : (tensor<3x4x5xf32>, tensor<*xi64>) -> tensor<*xf32>
  relax.return
}
