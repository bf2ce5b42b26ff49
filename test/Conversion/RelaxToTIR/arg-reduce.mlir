// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// The first of equals wins, and a NaN.
// CHECK-LABEL: relax.func @argmax
// CHECK: tir.block "best" iters({{.*}} : spatial {{.*}} : reduce
// CHECK: arith.maximumf
// CHECK: tir.block "argmax" iters({{.*}} : spatial {{.*}} : reduce
// CHECK: arith.cmpf oeq
// CHECK: arith.cmpf uno
// CHECK: arith.select
// CHECK: arith.minsi
relax.func @argmax(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n]>> {
  %0 = relax.argmax %x {axis = 1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n]>>
  relax.return %0 : tensor<?xi64, #relax.dims<[n]>>
}

// -----

// CHECK-LABEL: relax.func @argmin
// CHECK: tir.block "best" iters(%{{[^ ]*}} : reduce {{.*}}, %{{[^ ]*}} : reduce
// CHECK: arith.minsi
// CHECK: tir.block "argmin" iters(%{{[^ ]*}} : reduce {{.*}}, %{{[^ ]*}} : reduce
// CHECK: arith.cmpi eq
// CHECK-NOT: arith.cmpf
relax.func @argmin(%x: tensor<3x4xi32>) -> tensor<i64> {
  %0 = relax.argmin %x : (tensor<3x4xi32>) -> tensor<i64>
  relax.return %0 : tensor<i64>
}

// -----

// Unsigned elements have no sign in kernels, and narrow ones are compared as
// wider ones.
// CHECK-LABEL: relax.func @unsigned
// CHECK: tir.block "best"
// CHECK: arith.maxui
relax.func @unsigned(%x: tensor<3x4xui8>) -> tensor<3x1xi64> {
  %0 = relax.argmax %x {axis = 1 : i64, keepdims = true} : (tensor<3x4xui8>) -> tensor<3x1xi64>
  relax.return %0 : tensor<3x1xi64>
}

// -----

// CHECK-LABEL: relax.func @narrow
// CHECK: memref.alloc({{.*}}) : memref<4xf32>
// CHECK: arith.minimumf {{.*}} : f32
relax.func @narrow(%x: tensor<3x4xf8E5M2>) -> tensor<4xi64> {
  %0 = relax.argmin %x {axis = 0 : i64} : (tensor<3x4xf8E5M2>) -> tensor<4xi64>
  relax.return %0 : tensor<4xi64>
}

// -----

// Along nothing the index is 0.
// CHECK-LABEL: relax.func @maybe_nothing
// CHECK: arith.maxsi %{{.*}}, %c0
relax.func @maybe_nothing(%x: tensor<2x?xf32, #relax.dims<[2, n]>>) -> tensor<2xi64> {
  %0 = relax.argmax %x {axis = 1 : i64} : (tensor<2x?xf32, #relax.dims<[2, n]>>) -> tensor<2xi64>
  relax.return %0 : tensor<2xi64>
}
