// Each task makes what it reads of a padded input: some lines, in a buffer of
// its own.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program '--tir-default-cpu-schedule=vector-bits=256' --mlir-print-local-scope | FileCheck %s
// RUN: relax-interp %t.program --before-after='tir-default-cpu-schedule{vector-bits=256}' --tolerance=1e-5
// RUN: relax-opt %t.program '--tir-write-default-cpu-schedule=vector-bits=256 file=%t.schedule' > /dev/null
// RUN: FileCheck %s --check-prefix=SCRIPT < %t.schedule
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter --mlir-print-local-scope | FileCheck %s

// SCRIPT-NOT: transform.tir.fill_padding
// SCRIPT-COUNT-5: transform.tir.tile_reduction
// SCRIPT: transform.tir.fill_padding

// Lines in front of the image, of it, and behind it; the last window starts
// earlier. Columns of even indices are in front of those of odd ones, so that
// loads are of neighbours.
// CHECK-LABEL: tir.func private @nn_max_pool2d(
// CHECK-NOT: memref<2x3x83x79xf32>
// CHECK: memref.alloc() : memref<1x1x{{[0-9]+}}x2x40xf32>
// CHECK: arith.maxsi
// CHECK: memref.load %{{.*}} : memref<2x3x81x77xf32>
// CHECK: arith.maximumf
// CHECK: tir.return
relax.func @pool(%x: tensor<2x3x81x77xf32>) -> tensor<2x3x41x39xf32> {
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 3, 3>, strides = array<i64: 2, 2>, padding = array<i64: 1, 1, 1, 1>} : (tensor<2x3x81x77xf32>) -> tensor<2x3x41x39xf32>
  relax.return %0 : tensor<2x3x41x39xf32>
}

// Every third column.
// CHECK-LABEL: tir.func private @nn_max_pool2d_0(
// CHECK: memref.alloc() : memref<1x1x{{[0-9]+}}x3x16xf32>
// CHECK: arith.maximumf
// CHECK: tir.return
relax.func @thirds(%x: tensor<2x3x40x43xf32>) -> tensor<2x3x13x14xf32> {
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 5, 5>, strides = array<i64: 3, 3>, padding = array<i64: 1, 1, 1, 1>} : (tensor<2x3x40x43xf32>) -> tensor<2x3x13x14xf32>
  relax.return %0 : tensor<2x3x13x14xf32>
}

// Each element is read once: to sort them costs what it saves.
// CHECK-LABEL: tir.func private @nn_max_pool2d_1(
// CHECK: memref.alloc() : memref<1x1x{{[0-9]+}}x42xf32>
// CHECK: arith.maximumf
// CHECK: tir.return
relax.func @apart(%x: tensor<2x3x40x40xf32>) -> tensor<2x3x21x21xf32> {
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>, padding = array<i64: 1, 1, 1, 1>} : (tensor<2x3x40x40xf32>) -> tensor<2x3x21x21xf32>
  relax.return %0 : tensor<2x3x21x21xf32>
}

// Channels last: a window has the channels of a tile.
// CHECK-LABEL: tir.func private @nn_max_pool2d_2(
// CHECK: memref.alloc() : memref<1x{{[0-9]+}}x16x24xf32>
// CHECK: arith.maximumf
// CHECK: tir.return
relax.func @channels_last(%x: tensor<1x14x14x24xf32>) -> tensor<1x14x14x24xf32> {
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 3, 3>, padding = array<i64: 1, 1, 1, 1>, layout = "NHWC"} : (tensor<1x14x14x24xf32>) -> tensor<1x14x14x24xf32>
  relax.return %0 : tensor<1x14x14x24xf32>
}

// The planes of a volume.
// CHECK-LABEL: tir.func private @nn_max_pool3d(
// CHECK: memref.alloc() : memref<1x1x{{[0-9]+}}x12x12xf32>
// CHECK: arith.maximumf
// CHECK: tir.return
relax.func @volume(%x: tensor<1x2x9x10x10xf32>) -> tensor<1x2x9x10x10xf32> {
  %0 = relax.nn.max_pool3d %x {pool_size = array<i64: 3, 3, 3>, padding = array<i64: 1, 1, 1, 1, 1, 1>} : (tensor<1x2x9x10x10xf32>) -> tensor<1x2x9x10x10xf32>
  relax.return %0 : tensor<1x2x9x10x10xf32>
}

// All results of a place share what they read: that is copied once for all.
// CHECK-LABEL: tir.func private @nn_conv2d(
// CHECK: memref.alloc() : memref<1x4x10x10xf32>
// CHECK: tir.return
relax.func @dense(%x: tensor<1x4x8x8xf32>, %w: tensor<16x4x3x3xf32>) -> tensor<1x16x8x8xf32> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>} : (tensor<1x4x8x8xf32>, tensor<16x4x3x3xf32>) -> tensor<1x16x8x8xf32>
  relax.return %0 : tensor<1x16x8x8xf32>
}

// With what is computed of the result, and for images of any number.
// CHECK-LABEL: tir.func private @fused_nn_conv2d_3_nn_relu(
// CHECK: memref.alloc() : memref<1x1x{{[0-9]+}}x24xf32>
// CHECK: arith.maximumf
// CHECK: tir.return
relax.func @depthwise(%x: tensor<?x4x20x20xf32, #relax.dims<[n, 4, 20, 20]>>, %w: tensor<4x1x5x5xf32>) -> tensor<?x4x20x20xf32, #relax.dims<[n, 4, 20, 20]>> {
  %1 = relax.dataflow -> tensor<?x4x20x20xf32, #relax.dims<[n, 4, 20, 20]>> {
    %0 = relax.nn.conv2d %x, %w {groups = 4 : i64, padding = array<i64: 2, 2, 2, 2>} : (tensor<?x4x20x20xf32, #relax.dims<[n, 4, 20, 20]>>, tensor<4x1x5x5xf32>) -> tensor<?x4x20x20xf32, #relax.dims<[n, 4, 20, 20]>>
    %2 = relax.nn.relu %0 : (tensor<?x4x20x20xf32, #relax.dims<[n, 4, 20, 20]>>) -> tensor<?x4x20x20xf32, #relax.dims<[n, 4, 20, 20]>>
    relax.output %2 : tensor<?x4x20x20xf32, #relax.dims<[n, 4, 20, 20]>>
  }
  relax.return %1 : tensor<?x4x20x20xf32, #relax.dims<[n, 4, 20, 20]>>
}
