// Upstream's passes split our operators over processes.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(sharding-propagation,shard-partition,canonicalize))' | FileCheck %s

// Columns of one product are rows of the next: each process has a part of the
// sum.
// CHECK-LABEL: func.func @mlp(
// CHECK-SAME: %[[X:.*]]: tensor<8x16xf32>, %[[W:.*]]: tensor<16x16xf32>, %[[B:.*]]: tensor<1x16xf32>, %[[V:.*]]: tensor<16x4xf32>)
// CHECK: %[[H:.*]] = relax.matmul %[[X]], %[[W]] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
// CHECK: %[[S:.*]] = relax.add %[[H]], %[[B]] : (tensor<8x16xf32>, tensor<1x16xf32>) -> tensor<8x16xf32>
// CHECK: %[[R:.*]] = relax.nn.relu %[[S]] : tensor<8x16xf32>
// CHECK: %[[P:.*]] = relax.matmul %[[R]], %[[V]] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
// CHECK: %[[Y:.*]] = shard.all_reduce %[[P]] on @grid grid_axes = [0] : tensor<8x4xf32> -> tensor<8x4xf32>
// CHECK: return %[[Y]]
shard.grid @grid(shape = 2)
func.func @mlp(%x: tensor<8x16xf32>, %w: tensor<16x32xf32>, %b: tensor<1x32xf32>, %v: tensor<32x4xf32>) -> tensor<8x4xf32> {
  %s = shard.sharding @grid split_axes = [[], [0]] : !shard.sharding
  %ws = shard.shard %w to %s annotate_for_users : tensor<16x32xf32>
  %h = relax.matmul %x, %ws : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %a = relax.add %h, %b : (tensor<8x32xf32>, tensor<1x32xf32>) -> tensor<8x32xf32>
  %r = relax.nn.relu %a : tensor<8x32xf32>
  %y = relax.matmul %r, %v : (tensor<8x32xf32>, tensor<32x4xf32>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// The mean of the means of parts of one size.
// CHECK-LABEL: func.func @mean
// CHECK: relax.mean %{{.*}} {axis = array<i64: 0>, keepdims = true} : (tensor<4x16xf32>) -> tensor<1x16xf32>
// CHECK: shard.all_reduce {{.*}} grid_axes = [0] reduction =  average
shard.grid @grid(shape = 2)
func.func @mean(%x: tensor<8x16xf32>) -> tensor<1x16xf32> {
  %s = shard.sharding @grid split_axes = [[0], []] : !shard.sharding
  %xs = shard.shard %x to %s : tensor<8x16xf32>
  %y = relax.mean %xs {axis = array<i64: 0>, keepdims = true} : (tensor<8x16xf32>) -> tensor<1x16xf32>
  return %y : tensor<1x16xf32>
}

// Parts of a maximum, a minimum and a product.
// CHECK-LABEL: func.func @kinds
// CHECK: shard.all_reduce {{.*}} reduction =  max
// CHECK: shard.all_reduce {{.*}} reduction =  min
// CHECK: shard.all_reduce {{.*}} reduction =  product
func.func @kinds(%x: tensor<8xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %xs = shard.shard %x to %s : tensor<8xf32>
  %0 = relax.max %xs : (tensor<8xf32>) -> tensor<f32>
  %1 = relax.min %xs : (tensor<8xf32>) -> tensor<f32>
  %2 = relax.prod %xs : (tensor<8xf32>) -> tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// A deviation is not made of those of parts.
// CHECK-LABEL: func.func @std
// CHECK: %[[X:.*]] = shard.all_gather
// CHECK: relax.std %[[X]] {axis = array<i64: 0>} : (tensor<8x16xf32>) -> tensor<16xf32>
shard.grid @grid(shape = 2)
func.func @std(%x: tensor<8x16xf32>) -> tensor<16xf32> {
  %s = shard.sharding @grid split_axes = [[0], []] : !shard.sharding
  %xs = shard.shard %x to %s : tensor<8x16xf32>
  %y = relax.std %xs {axis = array<i64: 0>} : (tensor<8x16xf32>) -> tensor<16xf32>
  return %y : tensor<16xf32>
}

// -----

// Images are split, and channels that are summed; rows with padding are not.
// CHECK-LABEL: func.func @images
// CHECK: relax.nn.conv2d {{.*}} : (tensor<2x2x16x16xf32>, tensor<4x2x3x3xf32>) -> tensor<2x4x16x16xf32>
// CHECK: shard.all_reduce {{.*}} grid_axes = [1] : tensor<2x4x16x16xf32>
// CHECK-LABEL: func.func @rows
// CHECK: %[[X:.*]] = shard.all_gather
// CHECK: relax.nn.conv2d %[[X]]
shard.grid @grid(shape = 4x2)
func.func @images(%x: tensor<8x4x16x16xf32>, %w: tensor<4x4x3x3xf32>) -> tensor<8x4x16x16xf32> {
  %s = shard.sharding @grid split_axes = [[0], [1]] : !shard.sharding
  %xs = shard.shard %x to %s : tensor<8x4x16x16xf32>
  %y = relax.nn.conv2d %xs, %w {padding = array<i64: 1, 1, 1, 1>} : (tensor<8x4x16x16xf32>, tensor<4x4x3x3xf32>) -> tensor<8x4x16x16xf32>
  return %y : tensor<8x4x16x16xf32>
}
func.func @rows(%x: tensor<8x4x16x16xf32>, %w: tensor<4x4x3x3xf32>) -> tensor<8x4x16x16xf32> {
  %s = shard.sharding @grid split_axes = [[], [], [0]] : !shard.sharding
  %xs = shard.shard %x to %s : tensor<8x4x16x16xf32>
  %y = relax.nn.conv2d %xs, %w {padding = array<i64: 1, 1, 1, 1>} : (tensor<8x4x16x16xf32>, tensor<4x4x3x3xf32>) -> tensor<8x4x16x16xf32>
  return %y : tensor<8x4x16x16xf32>
}

// -----

// A part of `n` rows has another name, so the operand is gathered.
// CHECK-LABEL: func.func @symbols
// CHECK: shard.all_gather
// CHECK: relax.exp %{{.*}} : tensor<8x?xf32, #relax.dims<[8, n]>>
shard.grid @grid(shape = 2)
func.func @symbols(%x: tensor<8x?xf32, #relax.dims<[8, n]>>) -> tensor<8x?xf32, #relax.dims<[8, n]>> {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %xs = shard.shard %x to %s : tensor<8x?xf32, #relax.dims<[8, n]>>
  %y = relax.exp %xs : tensor<8x?xf32, #relax.dims<[8, n]>>
  return %y : tensor<8x?xf32, #relax.dims<[8, n]>>
}
