// What operators of NormalizationOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_batch_norm(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, tensor<4xf32>, tensor<4xf32>)
// CHECK: tir.block "factor" iters({{.*}} : spatial
// CHECK: arith.addf
// CHECK: math.sqrt
// CHECK: arith.divf
// CHECK: tir.block "normalize" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.subf
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: tir.block "moving" iters({{.*}} : spatial
// CHECK: tir.block "moving" iters({{.*}} : spatial
relax.func @main(%x: tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, %p: tensor<4xf32>) -> tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>> {
  %0:3 = relax.nn.batch_norm %x, %p, %p, %p, %p {axis = 1 : i64} : (tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, tensor<4xf32>, tensor<4xf32>)
  relax.return %0#0 : tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_group_norm(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>
// CHECK: tir.block "sum" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : reduce {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.addf
// CHECK: tir.block "mean" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
// CHECK: tir.block "square_sum" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : reduce {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.subf
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: tir.block "mean_square" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
// CHECK: tir.block "factor" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.addf
// CHECK: math.sqrt
// CHECK: arith.divf
// CHECK: tir.block "normalize" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.subf
// CHECK: arith.mulf
// CHECK: arith.addf
relax.func @main(%x: tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>, %p: tensor<4xf32>) -> tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>> {
  %0 = relax.nn.group_norm %x, %p, %p {num_groups = 2 : i64, channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>
  relax.return %0 : tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_instance_norm(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>
// CHECK: tir.block "sum" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.addf
// CHECK: tir.block "mean" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
// CHECK: tir.block "square_sum" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.subf
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: tir.block "mean_square" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
// CHECK: tir.block "factor" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.addf
// CHECK: math.sqrt
// CHECK: arith.divf
// CHECK: tir.block "normalize" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: arith.subf
// CHECK: arith.mulf
// CHECK: arith.addf
relax.func @main(%x: tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>, %p: tensor<4xf32>) -> tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>> {
  %0 = relax.nn.instance_norm %x, %p, %p {channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>
  relax.return %0 : tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_layer_norm(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
// CHECK: tir.block "sum" iters({{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.addf
// CHECK: tir.block "mean" iters({{.*}} : spatial
// CHECK: arith.divf
// CHECK: tir.block "square_sum" iters({{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.subf
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: tir.block "mean_square" iters({{.*}} : spatial
// CHECK: arith.divf
// CHECK: tir.block "factor" iters({{.*}} : spatial
// CHECK: arith.addf
// CHECK: math.sqrt
// CHECK: arith.divf
// CHECK: tir.block "normalize" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.subf
// CHECK: arith.mulf
// CHECK: arith.addf
relax.func @main(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>, %p: tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
  %0 = relax.nn.layer_norm %x, %p, %p {axes = array<i64: -1>} : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_rms_norm(%{{.*}}, %{{.*}}) : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
// CHECK: tir.block "square_sum" iters({{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: tir.block "mean_square" iters({{.*}} : spatial
// CHECK: arith.divf
// CHECK: tir.block "factor" iters({{.*}} : spatial
// CHECK: arith.addf
// CHECK: math.sqrt
// CHECK: arith.divf
// CHECK: tir.block "normalize" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.mulf
relax.func @main(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>, %p: tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
  %0 = relax.nn.rms_norm %x, %p {axes = array<i64: -1>} : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}
