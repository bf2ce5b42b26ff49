// What operators of ReduceOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @max(%{{.*}}) : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
// CHECK: tir.block "max" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.maximumf
relax.func @main(%x: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>> {
  %0 = relax.max %x {axis = array<i64: 1>, keepdims = true} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
  relax.return %0 : tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @mean(%{{.*}}) : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
// CHECK: tir.block "sum" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.addf
// CHECK: tir.block "mean" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
relax.func @main(%x: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>> {
  %0 = relax.mean %x {axis = array<i64: 1>, keepdims = true} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
  relax.return %0 : tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @median(%{{.*}}) : (tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xi64>)
// CHECK: tir.block "rows" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "sort" iters({{.*}} : spatial
// CHECK: arith.cmpf une
// CHECK: arith.cmpi ule
// CHECK: arith.cmpi ult
// CHECK: tir.block "median" iters({{.*}} : spatial
// CHECK: arith.cmpf
// CHECK: tir.block "median" iters({{.*}} : spatial
// CHECK: arith.cmpf
relax.func @main(%x: tensor<3x4xf32>) -> tensor<3xf32> {
  %0:2 = relax.median %x {axis = array<i64: 1>} : (tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  relax.return %0#0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @min(%{{.*}}) : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
// CHECK: tir.block "min" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.minimumf
relax.func @main(%x: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>> {
  %0 = relax.min %x {axis = array<i64: 1>, keepdims = true} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
  relax.return %0 : tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @prod(%{{.*}}) : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
// CHECK: tir.block "prod" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.mulf
relax.func @main(%x: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>> {
  %0 = relax.prod %x {axis = array<i64: 1>, keepdims = true} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
  relax.return %0 : tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @std(%{{.*}}) : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
// CHECK: tir.block "sum" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.addf
// CHECK: tir.block "squares" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.divf
// CHECK: arith.subf
// CHECK: arith.mulf
// CHECK: tir.block "std" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
// CHECK: math.sqrt
relax.func @main(%x: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>> {
  %0 = relax.std %x {axis = array<i64: 1>, keepdims = true} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
  relax.return %0 : tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @sum(%{{.*}}) : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
// CHECK: tir.block "sum" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.addf
relax.func @main(%x: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>> {
  %0 = relax.sum %x {axis = array<i64: 1>, keepdims = true} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
  relax.return %0 : tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @variance(%{{.*}}) : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
// CHECK: tir.block "sum" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.addf
// CHECK: tir.block "squares" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.divf
// CHECK: arith.subf
// CHECK: arith.mulf
// CHECK: tir.block "variance" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
relax.func @main(%x: tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>> {
  %0 = relax.variance %x {axis = array<i64: 1>, keepdims = true} : (tensor<?x4x5xf32, #relax.dims<[n, 4, 5]>>) -> tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
  relax.return %0 : tensor<?x1x5xf32, #relax.dims<[n, 1, 5]>>
}
