// Layouts that the programs do not know: axes are moved, and blocks joined.
// RUN: relax-opt %s --relax-legalize-ops --split-input-file | FileCheck %s

// CHECK-LABEL: relax.func @regions
// CHECK: relax.call_tir @permute_dims(%{{.*}}) : (tensor<1x8x8x3xf32>) -> tensor<1x3x8x8xf32>
// CHECK: relax.call_tir @vision_roi_pool
// CHECK: relax.call_tir @permute_dims{{.*}} : (tensor<4x3x2x2xf32>) -> tensor<4x2x2x3xf32>
relax.func @regions(%x: tensor<1x8x8x3xf32>, %r: tensor<4x5xf32>) -> tensor<4x2x2x3xf32> {
  %0 = relax.vision.roi_pool %x, %r {pooled_size = array<i64: 2, 2>, spatial_scale = 1.0, layout = "NHWC"} : (tensor<1x8x8x3xf32>, tensor<4x5xf32>) -> tensor<4x2x2x3xf32>
  relax.return %0 : tensor<4x2x2x3xf32>
}

// -----

// CHECK-LABEL: relax.func @split_axis
// CHECK: relax.call_tir @permute_dims(%{{.*}}) : (tensor<1x4x8x2x4xf32>) -> tensor<1x4x8x2x4xf32>
// CHECK: relax.reshape {{.*}} -> tensor<1x4x8x8xf32>
// CHECK: relax.call_tir @nn_max_pool2d{{.*}} : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x4xf32>
// CHECK: relax.reshape {{.*}} -> tensor<1x4x8x1x4xf32>
relax.func @split_axis(%x: tensor<1x4x8x2x4xf32>) -> tensor<1x4x8x1x4xf32> {
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 1, 5>, layout = "NCHW4w"} : (tensor<1x4x8x2x4xf32>) -> tensor<1x4x8x1x4xf32>
  relax.return %0 : tensor<1x4x8x1x4xf32>
}

// -----

// CHECK-LABEL: relax.func @blocks
// CHECK: relax.call_tir @nn_conv2d{{.*}} : (tensor<1x4x8x8xf32>, tensor<8x4x3x3xf32>) -> tensor<1x8x6x6xf32>
relax.func @blocks(%x: tensor<1x1x8x8x4xf32>, %w: tensor<8x4x3x3xf32>) -> tensor<1x8x6x6xf32> {
  %0 = relax.nn.conv2d %x, %w {data_layout = "NCHW4c", out_layout = "NCHW"} : (tensor<1x1x8x8x4xf32>, tensor<8x4x3x3xf32>) -> tensor<1x8x6x6xf32>
  relax.return %0 : tensor<1x8x6x6xf32>
}

// -----

// A kernel in blocks of output channels is read as it is.
// CHECK-LABEL: relax.func @kernel_blocks
// CHECK-NOT: permute_dims
// CHECK: tir.func private @nn_conv2d(
// CHECK: %[[BLOCK:.*]] = arith.divui %[[CHANNEL:.*]], %{{.*}} : index
// CHECK: %[[REST:.*]] = arith.remui %[[CHANNEL]], %{{.*}} : index
// CHECK: memref.load %arg1[%[[BLOCK]], %{{.*}}, %{{.*}}, %{{.*}}, %[[REST]]] : memref<4x3x3x2x2xf32>
relax.func @kernel_blocks(%x: tensor<?x8x8x2xf32, #relax.dims<[n, 8, 8, 2]>>, %w: tensor<4x3x3x2x2xf32>) -> tensor<?x6x6x8xf32, #relax.dims<[n, 6, 6, 8]>> {
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "OHWI2o"} : (tensor<?x8x8x2xf32, #relax.dims<[n, 8, 8, 2]>>, tensor<4x3x3x2x2xf32>) -> tensor<?x6x6x8xf32, #relax.dims<[n, 6, 6, 8]>>
  relax.return %0 : tensor<?x6x6x8xf32, #relax.dims<[n, 6, 6, 8]>>
}

// -----

// With groups as well; in other blocks its axes are moved.
// CHECK-LABEL: relax.func @group_blocks
// CHECK: relax.call_tir @nn_conv2d(%arg0, %arg1)
// CHECK: relax.call_tir @permute_dims{{.*}} : (tensor<8x2x2x3x3xf32>)
relax.func @group_blocks(%x: tensor<1x4x8x8xf32>, %w: tensor<4x3x3x2x2xf32>, %v: tensor<8x2x2x3x3xf32>) -> tuple<tensor<1x8x6x6xf32>, tensor<1x8x6x6xf32>> {
  %0 = relax.nn.conv2d %x, %w {groups = 2 : i64, kernel_layout = "OHWI2o"} : (tensor<1x4x8x8xf32>, tensor<4x3x3x2x2xf32>) -> tensor<1x8x6x6xf32>
  %1 = relax.nn.conv2d %x, %v {kernel_layout = "OI2iHW"} : (tensor<1x4x8x8xf32>, tensor<8x2x2x3x3xf32>) -> tensor<1x8x6x6xf32>
  %2 = relax.tuple %0, %1 : (tensor<1x8x6x6xf32>, tensor<1x8x6x6xf32>) -> tuple<tensor<1x8x6x6xf32>, tensor<1x8x6x6xf32>>
  relax.return %2 : tuple<tensor<1x8x6x6xf32>, tensor<1x8x6x6xf32>>
}
