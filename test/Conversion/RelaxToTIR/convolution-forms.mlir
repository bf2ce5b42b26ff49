// What operators of ConvolutionOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_conv1d(%{{.*}}, %{{.*}}) : (tensor<1x4x16xf32>, tensor<8x4x3xf32>) -> tensor<1x8x16xf32>
// CHECK: tir.block "border" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "pad" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "conv" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.mulf
// CHECK: arith.addf
relax.func @main(%x: tensor<1x4x16xf32>, %w: tensor<8x4x3xf32>) -> tensor<1x8x16xf32> {
  %0 = relax.nn.conv1d %x, %w {padding = array<i64: 1, 1>} : (tensor<1x4x16xf32>, tensor<8x4x3xf32>) -> tensor<1x8x16xf32>
  relax.return %0 : tensor<1x8x16xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_conv1d_transpose(%{{.*}}, %{{.*}}) : (tensor<1x4x8xf32>, tensor<4x8x2xf32>) -> tensor<1x8x16xf32>
// CHECK-NOT: "border"
// CHECK: %[[PRODUCTS:.*]] = memref.alloc() : memref<1x8x2x8xf32>
// CHECK: tir.block "conv" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: tir.block "join" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: %[[STEP:.*]] = arith.remui %{{.*}}, %{{.*}} : index
// CHECK: %[[WINDOW:.*]] = arith.divui %{{.*}}, %{{.*}} : index
// CHECK: memref.load %[[PRODUCTS]][%{{.*}}, %{{.*}}, %[[STEP]], %[[WINDOW]]]
relax.func @main(%x: tensor<1x4x8xf32>, %w: tensor<4x8x2xf32>) -> tensor<1x8x16xf32> {
  %0 = relax.nn.conv1d_transpose %x, %w {strides = array<i64: 2>} : (tensor<1x4x8xf32>, tensor<4x8x2xf32>) -> tensor<1x8x16xf32>
  relax.return %0 : tensor<1x8x16xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_conv2d_transpose(%{{.*}}, %{{.*}}) : (tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, tensor<4x8x2x2xf32>) -> tensor<?x8x16x16xf32, #relax.dims<[n, 8, 16, 16]>>
// CHECK: memref.alloc(%{{.*}}) : memref<?x8x2x2x8x8xf32>
// CHECK: tir.block "conv" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: tir.block "join" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
relax.func @main(%x: tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, %w: tensor<4x8x2x2xf32>) -> tensor<?x8x16x16xf32, #relax.dims<[n, 8, 16, 16]>> {
  %0 = relax.nn.conv2d_transpose %x, %w {strides = array<i64: 2, 2>} : (tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, tensor<4x8x2x2xf32>) -> tensor<?x8x16x16xf32, #relax.dims<[n, 8, 16, 16]>>
  relax.return %0 : tensor<?x8x16x16xf32, #relax.dims<[n, 8, 16, 16]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_conv3d(%{{.*}}, %{{.*}}) : (tensor<1x4x8x8x8xf32>, tensor<8x4x1x3x3xf32>) -> tensor<1x8x8x6x6xf32>
// CHECK: tir.block "conv" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce {{.*}} : reduce {{.*}} : reduce {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.mulf
// CHECK: arith.addf
relax.func @main(%x: tensor<1x4x8x8x8xf32>, %w: tensor<8x4x1x3x3xf32>) -> tensor<1x8x8x6x6xf32> {
  %0 = relax.nn.conv3d %x, %w : (tensor<1x4x8x8x8xf32>, tensor<8x4x1x3x3xf32>) -> tensor<1x8x8x6x6xf32>
  relax.return %0 : tensor<1x8x8x6x6xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @nn_conv3d_transpose(%{{.*}}, %{{.*}}) : (tensor<1x4x2x8x8xf32>, tensor<4x8x1x2x2xf32>) -> tensor<1x8x2x9x9xf32>
// CHECK: tir.block "border" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "pad" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial
// CHECK: tir.block "conv" iters({{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : spatial {{.*}} : reduce {{.*}} : reduce {{.*}} : reduce {{.*}} : reduce
// CHECK: tir.init
// CHECK: arith.mulf
// CHECK: arith.addf
relax.func @main(%x: tensor<1x4x2x8x8xf32>, %w: tensor<4x8x1x2x2xf32>) -> tensor<1x8x2x9x9xf32> {
  %0 = relax.nn.conv3d_transpose %x, %w : (tensor<1x4x2x8x8xf32>, tensor<4x8x1x2x2xf32>) -> tensor<1x8x2x9x9xf32>
  relax.return %0 : tensor<1x8x2x9x9xf32>
}

// -----

// Integers of which sums are floats become floats in the padded copy, once.
// CHECK-LABEL: relax.func @main
// CHECK: tir.func private @nn_conv2d(%{{.*}}: memref<1x2x4x4xi8>, %{{.*}}: memref<2x1x3x3xf32>
// CHECK: memref.alloc() : memref<1x2x6x6xf32>
// CHECK: tir.block "pad"
// CHECK: arith.sitofp
// CHECK: tir.block "conv"
// CHECK-NOT: arith.sitofp
relax.func @main(%x: tensor<1x2x4x4xi8>, %w: tensor<2x1x3x3xf32>) -> tensor<1x2x4x4xf32> {
  %0 = relax.nn.conv2d %x, %w {groups = 2 : i64, out_dtype = f32, padding = array<i64: 1, 1, 1, 1>} : (tensor<1x2x4x4xi8>, tensor<2x1x3x3xf32>) -> tensor<1x2x4x4xf32>
  relax.return %0 : tensor<1x2x4x4xf32>
}
