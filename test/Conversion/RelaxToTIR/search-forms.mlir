// What operators of SearchOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @argmax(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n]>>
// CHECK: tir.block "best" iters({{.*}} : spatial {{.*}} : reduce
// CHECK: arith.maximumf
// CHECK: tir.block "argmax" iters({{.*}} : spatial {{.*}} : reduce
// CHECK: arith.ori
// CHECK: arith.select
// CHECK: arith.minsi
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n]>> {
  %0 = relax.argmax %x {axis = 1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n]>>
  relax.return %0 : tensor<?xi64, #relax.dims<[n]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @argmin(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n]>>
// CHECK: tir.block "best" iters({{.*}} : spatial {{.*}} : reduce
// CHECK: arith.minimumf
// CHECK: tir.block "argmin" iters({{.*}} : spatial {{.*}} : reduce
// CHECK: arith.ori
// CHECK: arith.select
// CHECK: arith.minsi
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n]>> {
  %0 = relax.argmin %x {axis = 1 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xi64, #relax.dims<[n]>>
  relax.return %0 : tensor<?xi64, #relax.dims<[n]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @bucketize(%{{.*}}, %{{.*}}) : (tensor<3x4xf32>, tensor<5xf32>) -> tensor<3x4xi64>
// CHECK: tir.block "bucketize" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.cmpf
// CHECK: arith.xori
// CHECK: arith.extui
relax.func @main(%x: tensor<3x4xf32>, %b: tensor<5xf32>) -> tensor<3x4xi64> {
  %0 = relax.bucketize %x, %b : (tensor<3x4xf32>, tensor<5xf32>) -> tensor<3x4xi64>
  relax.return %0 : tensor<3x4xi64>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @multinomial_from_uniform(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<3x5xf32>, tensor<6x1xf32>, tensor<6x1xi64>) -> tensor<6x1xi64>
// CHECK: tir.block "sums" iters({{.*}} : spatial
// CHECK: tir.if
// CHECK: arith.addf
// CHECK: tir.block "draw" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.cmpf
// CHECK: arith.extui
// CHECK: arith.addi
// CHECK: tir.block "class" iters({{.*}} : spatial {{.*}} : spatial
relax.func @main(%p: tensor<3x5xf32>, %u: tensor<6x1xf32>, %i: tensor<6x1xi64>) -> tensor<6x1xi64> {
  %0 = relax.multinomial_from_uniform %p, %u, %i : (tensor<3x5xf32>, tensor<6x1xf32>, tensor<6x1xi64>) -> tensor<6x1xi64>
  relax.return %0 : tensor<6x1xi64>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @one_hot(%{{.*}}) : (tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x10xf32, #relax.dims<[n, 10]>>
// CHECK: tir.block "one_hot" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.select
relax.func @main(%i: tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x10xf32, #relax.dims<[n, 10]>> {
  %0 = relax.one_hot %i {on_value = 1.0 : f32, off_value = 0.0 : f32, depth = 10 : i64} : (tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x10xf32, #relax.dims<[n, 10]>>
  relax.return %0 : tensor<?x10xf32, #relax.dims<[n, 10]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @where(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<?x1xi1, #relax.dims<[n, 1]>>, tensor<4xf32>, tensor<f32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "where" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.select
relax.func @main(%c: tensor<?x1xi1, #relax.dims<[n, 1]>>, %x: tensor<4xf32>, %y: tensor<f32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.where %c, %x, %y : (tensor<?x1xi1, #relax.dims<[n, 1]>>, tensor<4xf32>, tensor<f32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}
