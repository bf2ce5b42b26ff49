// Output channels of a group share what they read: channels are blocks and the
// places in these, which are the columns of tiles.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program --tir-default-cpu-schedule=vector-bits=256 --tir-verify-well-formed --mlir-print-local-scope > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %t --tir-default-cpu-schedule=vector-bits=256 --mlir-print-local-scope | diff %t -
// RUN: relax-opt %t.program '--tir-write-default-cpu-schedule=vector-bits=256 file=%t.schedule' > /dev/null
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter --mlir-print-local-scope | FileCheck %s
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-5
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=512}" --tolerance=1e-5

// One block a group, of images of any number and size.
// CHECK-LABEL: tir.func private @nn_conv2d(
// CHECK: memref.expand_shape %{{.*}} : memref<?x?x?x24xf32> into memref<?x?x?x3x8xf32>
// CHECK: memref.load %{{.*}} : memref<3x3x2x8xf32>
relax.func @any_size(%x: tensor<?x?x?x6xf32, #relax.dims<[n, h, w, 6]>>, %w: tensor<3x1x3x2x8xf32>) -> tensor<?x?x?x24xf32, #relax.dims<[n, h, w, 24]>> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 0, 1, 0, 1>, groups = 3 : i64, data_layout = "NHWC", kernel_layout = "OHWI8o"} : (tensor<?x?x?x6xf32, #relax.dims<[n, h, w, 6]>>, tensor<3x1x3x2x8xf32>) -> tensor<?x?x?x24xf32, #relax.dims<[n, h, w, 24]>>
  relax.return %0 : tensor<?x?x?x24xf32, #relax.dims<[n, h, w, 24]>>
}

// Blocks that cross groups are read element by element.
// CHECK-LABEL: tir.func private @nn_conv2d_0(
// CHECK-NOT: memref.expand_shape
// CHECK: tir.return
relax.func @crossing(%x: tensor<1x4x4x4xf32>, %w: tensor<3x1x1x2x4xf32>) -> tensor<1x4x4x12xf32> {
  %0 = relax.nn.conv2d %x, %w {groups = 2 : i64, data_layout = "NHWC", kernel_layout = "OHWI4o"} : (tensor<1x4x4x4xf32>, tensor<3x1x1x2x4xf32>) -> tensor<1x4x4x12xf32>
  relax.return %0 : tensor<1x4x4x12xf32>
}

// Two blocks a group; the bias and what follows are computed in the tile.
// CHECK-LABEL: tir.func private @fused_nn_conv2d
// CHECK-DAG: memref.expand_shape %{{.*}} into memref<1x7x7x4x16xf32>
// CHECK-DAG: memref.expand_shape %{{.*}} into memref<1x1x1x4x16xf32>
// CHECK: memref.alloc() : memref<4x16xf32>
// CHECK: arith.divui %[[BLOCK:.*]], %c2
// CHECK: memref.load %arg1[%[[BLOCK]],
// CHECK: arith.maximumf
relax.func @two_blocks(%x: tensor<1x7x7x8xf32>, %w: tensor<4x3x3x4x16xf32>, %b: tensor<1x1x1x64xf32>) -> tensor<1x7x7x64xf32> {
  %r = relax.dataflow -> tensor<1x7x7x64xf32> {
    %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>, groups = 2 : i64, data_layout = "NHWC", kernel_layout = "OHWI16o"} : (tensor<1x7x7x8xf32>, tensor<4x3x3x4x16xf32>) -> tensor<1x7x7x64xf32>
    %1 = relax.add %0, %b : (tensor<1x7x7x64xf32>, tensor<1x1x1x64xf32>) -> tensor<1x7x7x64xf32>
    %2 = relax.nn.relu %1 : tensor<1x7x7x64xf32>
    relax.output %2 : tensor<1x7x7x64xf32>
  }
  relax.return %r : tensor<1x7x7x64xf32>
}
