// What operators of GradientOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @grad_avg_pool2d_backward(%{{.*}}, %{{.*}}) : (tensor<1x4x4x4xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
// CHECK: tir.block "zero" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "pool_backward" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
// CHECK: arith.andi
// CHECK: tir.if
// CHECK: arith.addf
relax.func @main(%g: tensor<1x4x4x4xf32>, %x: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %0 = relax.grad.avg_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x4x4xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  relax.return %0 : tensor<1x4x8x8xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK-NEXT: relax.return %arg0
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.grad.end_checkpoint %x : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @grad_max_pool2d_backward(%{{.*}}, %{{.*}}) : (tensor<1x4x4x4xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
// CHECK: tir.block "zero" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "pool_backward" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.andi
// CHECK: tir.if
// CHECK: arith.cmpf
// CHECK: arith.xori
relax.func @main(%g: tensor<1x4x4x4xf32>, %x: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %0 = relax.grad.max_pool2d_backward %g, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x4x4xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  relax.return %0 : tensor<1x4x8x8xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @grad_nll_loss_backward(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<f32>, tensor<3x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
// CHECK: tir.block "loss" iters({{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.andi
// CHECK: arith.select
// CHECK: arith.mulf
// CHECK: tir.block "weight" iters({{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.andi
// CHECK: arith.select
// CHECK: arith.addf
// CHECK: tir.block "derivative" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.andi
// CHECK: arith.select
// CHECK: arith.mulf
// CHECK: arith.subf
relax.func @main(%g: tensor<f32>, %x: tensor<3x4xf32>, %t: tensor<3xi64>) -> tensor<3x4xf32> {
  %0 = relax.grad.nll_loss_backward %g, %x, %t : (tensor<f32>, tensor<3x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK-NEXT: relax.return %arg0
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.grad.start_checkpoint %x : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @grad_take_backward(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<2x4xf32>, tensor<3x4xf32>, tensor<2xi64>) -> tensor<3x4xf32>
// CHECK: tir.block "zero" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "take_backward" iters({{.*}} : spatial
// CHECK: arith.andi
// CHECK: tir.if
// CHECK: arith.addf
relax.func @main(%g: tensor<2x4xf32>, %x: tensor<3x4xf32>, %i: tensor<2xi64>) -> tensor<3x4xf32> {
  %0 = relax.grad.take_backward %g, %x, %i {axis = 0 : i64} : (tensor<2x4xf32>, tensor<3x4xf32>, tensor<2xi64>) -> tensor<3x4xf32>
  relax.return %0 : tensor<3x4xf32>
}
