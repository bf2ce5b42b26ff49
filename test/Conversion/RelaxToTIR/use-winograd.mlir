// Convolutions of 3x3 windows by tiles of results: what is computed so, and that
// the results are the same. Data are integers, as tiles share what is no number.
// RUN: relax-opt %s --split-input-file --relax-use-winograd=tile=4 | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-use-winograd=tile=2 | FileCheck %s --check-prefix=SMALL
// RUN: relax-opt %s --split-input-file --relax-use-winograd=tile=4 > %t
// RUN: relax-opt %t --split-input-file --relax-use-winograd=tile=4 | diff %t -
// RUN: %same-results="relax-use-winograd{tile=2}" --tolerance=1e-5
// RUN: %same-results="relax-use-winograd{tile=4},relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5
// RUN: not relax-opt %s --split-input-file --relax-use-winograd=tile=3 2>&1 | FileCheck %s --check-prefix=TILE

// TILE: error: expects 'tile' to be 0, 2 or 4, found 3

// A tile of 4 x 4 results reads 6 x 6 places, one of 2 x 2 reads 4 x 4. The image
// of 5 x 7 results has four tiles; what is around it are zeros.
// CHECK-LABEL: relax.func @padded
// CHECK: %[[W:.*]] = relax.constant {{.*}} : tensor<36x1x2x16xf32>
// CHECK: relax.call_tir @conv2d_winograd(%{{.*}}, %[[W]]) : (tensor<1x5x6x2xf32>, tensor<36x1x2x16xf32>) -> tensor<1x5x7x16xf32>
// CHECK: tir.func private @conv2d_winograd
// CHECK-SAME: op_pattern = 4
// CHECK: memref.alloc() : memref<1x10x10x2xf32>
// CHECK: memref.alloc() : memref<1x1x36x4x2xf32>
// CHECK: tir.block "winograd_input"
// CHECK: memref.alloc() : memref<1x1x36x4x16xf32>
// CHECK: tir.block "winograd_product"
// CHECK: memref.alloc() : memref<1x1x8x8x16xf32>
// CHECK: tir.block "winograd_output"
// CHECK: tir.block "conv"
// SMALL-LABEL: relax.func @padded
// SMALL: relax.constant {{.*}} : tensor<16x1x2x16xf32>
// SMALL: memref.alloc() : memref<1x1x16x12x2xf32>
relax.func @padded(%i: tensor<1x5x6x2xi32>) -> tensor<1x5x7x16xf32> {
  %x = relax.astype %i {dtype = f32} : (tensor<1x5x6x2xi32>) -> tensor<1x5x6x2xf32>
  %w = relax.constant dense<[[[[3.0, -4.0, -3.0], [-2.0, -3.0, 3.0], [3.0, 1.0, -4.0]], [[-4.0, -2.0, -1.0], [1.0, 0.0, -2.0], [-3.0, 2.0, 2.0]]], [[[-4.0, -3.0, 0.0], [-1.0, 3.0, 0.0], [-1.0, -1.0, 1.0]], [[1.0, -3.0, 2.0], [2.0, 4.0, 3.0], [-2.0, -2.0, 1.0]]], [[[1.0, 2.0, 3.0], [-2.0, 4.0, -4.0], [-4.0, 4.0, 4.0]], [[-2.0, -3.0, -2.0], [-4.0, 4.0, 1.0], [1.0, -2.0, 0.0]]], [[[-3.0, 2.0, 0.0], [-4.0, -2.0, 2.0], [0.0, -1.0, -2.0]], [[-4.0, 1.0, 1.0], [0.0, 4.0, 4.0], [-3.0, 1.0, 1.0]]], [[[-2.0, -2.0, 0.0], [2.0, -2.0, 2.0], [1.0, -3.0, -1.0]], [[3.0, 3.0, 1.0], [-4.0, 2.0, -2.0], [3.0, 4.0, -1.0]]], [[[4.0, 2.0, -2.0], [3.0, -1.0, -4.0], [1.0, 3.0, 1.0]], [[-1.0, 4.0, 0.0], [-1.0, -3.0, -3.0], [2.0, 3.0, -2.0]]], [[[1.0, 3.0, -3.0], [-2.0, 0.0, 1.0], [-1.0, -1.0, -3.0]], [[1.0, 4.0, -3.0], [3.0, -3.0, -4.0], [2.0, -3.0, 2.0]]], [[[-2.0, 1.0, 4.0], [4.0, 0.0, -3.0], [-2.0, 3.0, 1.0]], [[-3.0, 3.0, 4.0], [4.0, 1.0, 4.0], [1.0, 0.0, 4.0]]], [[[1.0, 3.0, -1.0], [3.0, 4.0, -4.0], [0.0, -1.0, -4.0]], [[-4.0, -2.0, -3.0], [2.0, -3.0, 1.0], [3.0, 0.0, -3.0]]], [[[-4.0, -2.0, -1.0], [0.0, -2.0, 3.0], [1.0, 4.0, 4.0]], [[2.0, -4.0, -3.0], [2.0, 0.0, 4.0], [2.0, 3.0, -4.0]]], [[[-2.0, 2.0, 1.0], [-1.0, -3.0, 1.0], [-4.0, 2.0, 3.0]], [[2.0, -4.0, 0.0], [-2.0, 0.0, 2.0], [-3.0, -4.0, 0.0]]], [[[1.0, -3.0, 4.0], [0.0, 4.0, 0.0], [2.0, 2.0, 0.0]], [[-1.0, 2.0, -4.0], [1.0, 0.0, -3.0], [-3.0, -4.0, 2.0]]], [[[2.0, -1.0, 4.0], [-1.0, -2.0, 4.0], [-4.0, -1.0, -4.0]], [[-1.0, 2.0, -1.0], [0.0, 0.0, -4.0], [-4.0, -2.0, 0.0]]], [[[-4.0, 4.0, 3.0], [1.0, 2.0, 2.0], [-4.0, 4.0, -4.0]], [[3.0, 3.0, 2.0], [-3.0, 3.0, 4.0], [3.0, 2.0, -2.0]]], [[[0.0, 0.0, 3.0], [-1.0, -1.0, -2.0], [0.0, 1.0, 0.0]], [[-2.0, 0.0, 1.0], [-3.0, 1.0, 2.0], [-4.0, 1.0, -1.0]]], [[[4.0, -1.0, -2.0], [2.0, 3.0, -4.0], [-4.0, -3.0, -1.0]], [[0.0, 1.0, -1.0], [3.0, 1.0, -3.0], [-2.0, -3.0, -3.0]]]]> : tensor<16x2x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 2, 1, 0, 2>} : (tensor<1x5x6x2xf32>, tensor<16x2x3x3xf32>) -> tensor<1x5x7x16xf32>
  relax.return %0 : tensor<1x5x7x16xf32>
}

// -----

// A batch that is not known, windows whose channels are in another order, and
// two convolutions that are one program. Tiles fill the image: nothing is copied.
// CHECK-LABEL: relax.func @unknown_batch
// CHECK: relax.call_tir @conv2d_winograd
// CHECK: relax.call_tir @conv2d_winograd
// CHECK: tir.func private @conv2d_winograd
// CHECK-NOT: "pad"
// CHECK: memref.alloc(%{{.*}}) : memref<?x1x36x1x1xf32>
// CHECK-NOT: tir.func
relax.func @unknown_batch(%i: tensor<?x6x6x1xi32, #relax.dims<[n, 6, 6, 1]>>) -> (tensor<?x4x4x16xf32, #relax.dims<[n, 4, 4, 16]>>, tensor<?x4x4x16xf32, #relax.dims<[n, 4, 4, 16]>>) {
  %x = relax.astype %i {dtype = f32} : (tensor<?x6x6x1xi32, #relax.dims<[n, 6, 6, 1]>>) -> tensor<?x6x6x1xf32, #relax.dims<[n, 6, 6, 1]>>
  %w = relax.constant dense<[[[[3.0, 4.0, -1.0, -2.0, 3.0, -3.0, -3.0, -2.0, -1.0, -1.0, -2.0, -2.0, 1.0, 0.0, 1.0, 4.0]], [[4.0, -3.0, 3.0, -1.0, 3.0, 2.0, -4.0, 3.0, 4.0, 4.0, -4.0, -3.0, 1.0, 0.0, -4.0, 3.0]], [[-2.0, -4.0, 3.0, 1.0, -4.0, -3.0, 3.0, 2.0, 3.0, 4.0, -2.0, 0.0, -1.0, -4.0, -2.0, -4.0]]], [[[-3.0, -1.0, 4.0, 3.0, 1.0, -2.0, -3.0, 2.0, 2.0, -1.0, -3.0, -2.0, 4.0, 2.0, 1.0, -2.0]], [[3.0, -1.0, 0.0, 2.0, -1.0, 0.0, -4.0, 3.0, -2.0, 0.0, 0.0, -3.0, -2.0, -1.0, -4.0, 3.0]], [[-1.0, 1.0, -3.0, 4.0, 0.0, -4.0, -1.0, -1.0, -2.0, 2.0, 4.0, 2.0, -3.0, 1.0, 0.0, 1.0]]], [[[3.0, 3.0, 3.0, 2.0, 0.0, 0.0, -3.0, 1.0, 0.0, 1.0, 0.0, -2.0, 0.0, 2.0, -3.0, 1.0]], [[-1.0, 3.0, 1.0, 0.0, -4.0, -4.0, -2.0, 0.0, 0.0, 3.0, -3.0, 1.0, -1.0, 1.0, -4.0, -1.0]], [[-3.0, -1.0, -3.0, 2.0, 2.0, -4.0, -2.0, 3.0, 4.0, 3.0, -3.0, 4.0, -1.0, -3.0, 2.0, -3.0]]]]> : tensor<3x3x1x16xf32>
  %v = relax.constant dense<0.5> : tensor<16x3x3x1xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO", strides = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<?x6x6x1xf32, #relax.dims<[n, 6, 6, 1]>>, tensor<3x3x1x16xf32>) -> tensor<?x4x4x16xf32, #relax.dims<[n, 4, 4, 16]>>
  %1 = relax.nn.conv2d %x, %v {data_layout = "NHWC", kernel_layout = "OHWI"} : (tensor<?x6x6x1xf32, #relax.dims<[n, 6, 6, 1]>>, tensor<16x3x3x1xf32>) -> tensor<?x4x4x16xf32, #relax.dims<[n, 4, 4, 16]>>
  relax.return %0, %1 : tensor<?x4x4x16xf32, #relax.dims<[n, 4, 4, 16]>>, tensor<?x4x4x16xf32, #relax.dims<[n, 4, 4, 16]>>
}

// -----

// Blocks of rows of tiles, of a large image.
// CHECK-LABEL: relax.func @blocks
// CHECK: memref.alloc() : memref<1x5x36x12x1xf32>
// CHECK: memref.alloc() : memref<1x5x4x48x16xf32>
relax.func @blocks(%i: tensor<1x19x45x1xi32>) -> tensor<1x19x45x16xf32> {
  %x = relax.astype %i {dtype = f32} : (tensor<1x19x45x1xi32>) -> tensor<1x19x45x1xf32>
  %w = relax.constant dense<[[[[-4.0, 4.0, -3.0], [-1.0, 3.0, -2.0], [-2.0, -1.0, 2.0]]], [[[1.0, -2.0, -3.0], [-1.0, 0.0, -1.0], [1.0, -4.0, 2.0]]], [[[0.0, -4.0, 2.0], [3.0, -1.0, -1.0], [1.0, -1.0, 0.0]]], [[[1.0, 1.0, -2.0], [-4.0, 3.0, 0.0], [-3.0, 4.0, 0.0]]], [[[-2.0, -3.0, -4.0], [1.0, 1.0, 4.0], [4.0, 3.0, -4.0]]], [[[-3.0, 1.0, 1.0], [-3.0, 4.0, 4.0], [-3.0, 1.0, -1.0]]], [[[1.0, 2.0, 0.0], [2.0, -2.0, 0.0], [-3.0, 1.0, -1.0]]], [[[2.0, 4.0, -1.0], [3.0, 1.0, 2.0], [1.0, -2.0, 2.0]]], [[[-1.0, 0.0, 0.0], [-1.0, 0.0, -1.0], [-2.0, 4.0, 4.0]]], [[[-3.0, -1.0, -3.0], [-3.0, -4.0, -1.0], [3.0, -3.0, 4.0]]], [[[3.0, -2.0, -4.0], [-2.0, -1.0, -3.0], [1.0, 1.0, 2.0]]], [[[0.0, 1.0, 3.0], [1.0, -3.0, 3.0], [3.0, 1.0, 0.0]]], [[[1.0, 3.0, 2.0], [3.0, -2.0, 4.0], [-4.0, 0.0, -1.0]]], [[[1.0, 1.0, 1.0], [-4.0, -3.0, 0.0], [0.0, -3.0, 4.0]]], [[[-3.0, 4.0, 1.0], [-4.0, -1.0, 1.0], [-3.0, -2.0, 3.0]]], [[[-3.0, 4.0, -3.0], [-1.0, 3.0, -4.0], [4.0, 1.0, 0.0]]]]> : tensor<16x1x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", padding = array<i64: 1, 1, 1, 1>} : (tensor<1x19x45x1xf32>, tensor<16x1x3x3xf32>) -> tensor<1x19x45x16xf32>
  relax.return %0 : tensor<1x19x45x16xf32>
}

// -----

// Nobody calls it.
// CHECK-LABEL: relax.func private @dead
// CHECK: relax.call_tir @conv2d_winograd
relax.func private @dead(%x: tensor<1x4x4x1xf32>) -> tensor<1x2x2x16xf32> {
  %w = relax.constant dense<1.0> : tensor<16x1x3x3xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<1x4x4x1xf32>, tensor<16x1x3x3xf32>) -> tensor<1x2x2x16xf32>
  relax.return %0 : tensor<1x2x2x16xf32>
}

// -----

// Nothing to do.
// CHECK-LABEL: relax.func @empty
relax.func @empty() {
  relax.return
}
