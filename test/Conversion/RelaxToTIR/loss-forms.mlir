// What operators of LossOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_nll_loss(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?xi64, #relax.dims<[n]>>, tensor<4xf32>) -> tensor<f32>
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
// CHECK: tir.block "total"
// CHECK: arith.divf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %t: tensor<?xi64, #relax.dims<[n]>>, %w: tensor<4xf32>) -> tensor<f32> {
  %0 = relax.nn.nll_loss %x, %t, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?xi64, #relax.dims<[n]>>, tensor<4xf32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}
