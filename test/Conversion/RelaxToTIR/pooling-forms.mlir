// What operators of PoolingOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_adaptive_avg_pool1d(%{{.*}}) : (tensor<1x4x8xf32>) -> tensor<1x4x3xf32>
// CHECK: tir.block "pool" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.select
// CHECK: arith.addf
// CHECK: tir.block "mean" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
relax.func @main(%x: tensor<1x4x8xf32>) -> tensor<1x4x3xf32> {
  %0 = relax.nn.adaptive_avg_pool1d %x {output_size = array<i64: 3>} : (tensor<1x4x8xf32>) -> tensor<1x4x3xf32>
  relax.return %0 : tensor<1x4x3xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_adaptive_avg_pool2d(%{{.*}}) : (tensor<1x4x8x8xf32>) -> tensor<1x4x1x1xf32>
// CHECK: tir.block "pool" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.addf
// CHECK: tir.block "mean" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
relax.func @main(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x1x1xf32> {
  %0 = relax.nn.adaptive_avg_pool2d %x {output_size = array<i64: 1, 1>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x1x1xf32>
  relax.return %0 : tensor<1x4x1x1xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_adaptive_avg_pool3d(%{{.*}}) : (tensor<1x4x8x8x8xf32>) -> tensor<1x4x2x2x2xf32>
// CHECK: tir.block "pool" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce {{.*}} : reduce {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.addf
// CHECK: tir.block "mean" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
relax.func @main(%x: tensor<1x4x8x8x8xf32>) -> tensor<1x4x2x2x2xf32> {
  %0 = relax.nn.adaptive_avg_pool3d %x {output_size = array<i64: 2, 2, 2>} : (tensor<1x4x8x8x8xf32>) -> tensor<1x4x2x2x2xf32>
  relax.return %0 : tensor<1x4x2x2x2xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_avg_pool1d(%{{.*}}) : (tensor<1x4x8xf32>) -> tensor<1x4x4xf32>
// CHECK: tir.block "pool" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.addf
// CHECK: tir.block "mean" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
relax.func @main(%x: tensor<1x4x8xf32>) -> tensor<1x4x4xf32> {
  %0 = relax.nn.avg_pool1d %x {pool_size = array<i64: 2>, strides = array<i64: 2>} : (tensor<1x4x8xf32>) -> tensor<1x4x4xf32>
  relax.return %0 : tensor<1x4x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_avg_pool2d(%{{.*}}) : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
// CHECK: tir.block "pool" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.addf
// CHECK: tir.block "mean" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
relax.func @main(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32> {
  %0 = relax.nn.avg_pool2d %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
  relax.return %0 : tensor<1x4x4x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_avg_pool3d(%{{.*}}) : (tensor<1x4x8x8x8xf32>) -> tensor<1x4x7x7x7xf32>
// CHECK: tir.block "pool" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce {{.*}} : reduce {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.addf
// CHECK: tir.block "mean" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
relax.func @main(%x: tensor<1x4x8x8x8xf32>) -> tensor<1x4x7x7x7xf32> {
  %0 = relax.nn.avg_pool3d %x {pool_size = array<i64: 2, 2, 2>} : (tensor<1x4x8x8x8xf32>) -> tensor<1x4x7x7x7xf32>
  relax.return %0 : tensor<1x4x7x7x7xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_max_pool1d(%{{.*}}) : (tensor<1x4x8xf32>) -> tensor<1x4x4xf32>
// CHECK: tir.block "pool" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.maximumf
relax.func @main(%x: tensor<1x4x8xf32>) -> tensor<1x4x4xf32> {
  %0 = relax.nn.max_pool1d %x {pool_size = array<i64: 2>, strides = array<i64: 2>} : (tensor<1x4x8xf32>) -> tensor<1x4x4xf32>
  relax.return %0 : tensor<1x4x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_max_pool3d(%{{.*}}) : (tensor<1x4x8x8x8xf32>) -> tensor<1x4x7x7x7xf32>
// CHECK: tir.block "pool" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce {{.*}} : reduce {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.maximumf
relax.func @main(%x: tensor<1x4x8x8x8xf32>) -> tensor<1x4x7x7x7xf32> {
  %0 = relax.nn.max_pool3d %x {pool_size = array<i64: 2, 2, 2>} : (tensor<1x4x8x8x8xf32>) -> tensor<1x4x7x7x7xf32>
  relax.return %0 : tensor<1x4x7x7x7xf32>
}
