// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5

// CHECK-LABEL: relax.func @layer_norm
// CHECK: tir.block "sum" iters({{.*}} : spatial = {{.*}} : reduce
// CHECK: tir.block "mean"
// CHECK: tir.block "square_sum"
// CHECK: arith.subf
// CHECK: tir.block "mean_square"
// CHECK: tir.block "factor"
// CHECK: math.sqrt
// CHECK: tir.block "normalize"
relax.func @layer_norm(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>, %p: tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
  %0 = relax.nn.layer_norm %x, %p, %p {axes = array<i64: -1>} : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}

// -----

// No mean is taken away.
// CHECK-LABEL: relax.func @rms_norm
// CHECK-NOT: "mean"
// CHECK: tir.block "square_sum"
// CHECK-NOT: arith.subf
// CHECK: tir.block "normalize"
relax.func @rms_norm(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>, %p: tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
  %0 = relax.nn.rms_norm %x, %p {axes = array<i64: -1>} : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}

// -----

// Statistics by group: channels are both kept apart and averaged over.
// CHECK-LABEL: relax.func @group_norm
// CHECK: memref.alloc(%{{.*}}) : memref<?x2xf32>
// CHECK: tir.block "sum" iters({{.*}} : spatial = {{.*}} : spatial = {{.*}} : reduce = {{.*}} : reduce
// CHECK: tir.block "normalize"
// CHECK: arith.divui
relax.func @group_norm(%x: tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>, %p: tensor<4xf32>) -> tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>> {
  %0 = relax.nn.group_norm %x, %p, %p {num_groups = 2 : i64, channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>
  relax.return %0 : tensor<?x4x8xf32, #relax.dims<[n, 4, 8]>>
}

// -----

// Half precision computes in f32.
// CHECK-LABEL: relax.func @instance_norm
// CHECK: memref.alloc() : memref<2x4xf32>
// CHECK: tir.block "normalize"
// CHECK: arith.truncf
relax.func @instance_norm(%x: tensor<2x4x8xf16>, %p: tensor<4xf16>) -> tensor<2x4x8xf16> {
  %0 = relax.nn.instance_norm %x, %p, %p {channel_axis = 1 : i64, axes = array<i64: 2>} : (tensor<2x4x8xf16>, tensor<4xf16>, tensor<4xf16>) -> tensor<2x4x8xf16>
  relax.return %0 : tensor<2x4x8xf16>
}

// -----

// The moving statistics are used and given back.
// CHECK-LABEL: relax.func @batch_norm
// CHECK: tir.block "factor"
// CHECK: tir.block "normalize"
// CHECK-COUNT-2: tir.block "moving"
relax.func @batch_norm(%x: tensor<2x4xf32>, %p: tensor<4xf32>) -> tensor<2x4xf32> {
  %0:3 = relax.nn.batch_norm %x, %p, %p, %p, %p {axis = 1 : i64} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  relax.return %0#0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: relax.func @training
// CHECK: tir.block "sum"
// CHECK: tir.block "square_sum"
// CHECK: tir.block "moving"
// CHECK: arith.addf
relax.func @training(%x: tensor<2x4xf32>, %p: tensor<4xf32>) -> tensor<4xf32> {
  %0:3 = relax.nn.batch_norm %x, %p, %p, %p, %p {axis = 1 : i64, training = true} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  relax.return %0#1 : tensor<4xf32>
}
