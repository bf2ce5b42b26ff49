// What operators of SortOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @argsort(%{{.*}}) : (tensor<3x4xf32>) -> tensor<3x4xi32>
// CHECK: tir.block "sort" iters({{.*}} : spatial
// CHECK-NOT: tir.if
// CHECK: arith.cmpf une
// CHECK: arith.cmpi ule
// CHECK: arith.cmpi ult
// CHECK: tir.block "places" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xi32> {
  %0 = relax.argsort %x : (tensor<3x4xf32>) -> tensor<3x4xi32>
  relax.return %0 : tensor<3x4xi32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @sort(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "sort" iters({{.*}} : spatial
// CHECK-NOT: tir.if
// CHECK: arith.cmpf une
// CHECK: arith.cmpi ule
// CHECK: arith.cmpi ult
// CHECK: tir.block "elements" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.sort %x {descending = true} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @topk(%{{.*}}) : (tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
// CHECK: tir.block "sort" iters({{.*}} : spatial
// CHECK-NOT: tir.if
// CHECK: arith.cmpf une
// CHECK: arith.cmpi ule
// CHECK: arith.cmpi ult
// CHECK: tir.block "elements" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "places" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<3x4xf32>) -> tensor<3x2xf32> {
  %0:2 = relax.topk %x {k = 2 : i64} : (tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  relax.return %0#0 : tensor<3x2xf32>
}
