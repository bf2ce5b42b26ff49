// Kernels in blocks of output channels: tiles of whole blocks, no panels.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-cpu-schedule=vector-bits=512 --tir-verify-well-formed --mlir-print-local-scope > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %t --tir-default-cpu-schedule=vector-bits=512 --mlir-print-local-scope | diff %t -
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-cpu-schedule=vector-bits=256 | FileCheck %s --check-prefix=SHORT
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-cpu-schedule=vector-bits=32 | FileCheck %s --check-prefix=SCALAR
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=512}" --tolerance=1e-5

// Rows of unknown size: shorter tiles, or one row where there are fewer.
// CHECK-LABEL: tir.func private @nn_conv2d(
// CHECK: tir.if
// CHECK: memref.alloc() : memref<7x32xf32>
// CHECK: } else {
// CHECK: memref.alloc() : memref<1x32xf32>
relax.func @unknown(%x: tensor<?x?x?x3xf32, #relax.dims<[n, h, w, 3]>>, %w: tensor<2x3x3x3x16xf32>) -> tensor<?x?x?x32xf32, #relax.dims<[n, h, w, 32]>> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>, data_layout = "NHWC", kernel_layout = "OHWI16o"} : (tensor<?x?x?x3xf32, #relax.dims<[n, h, w, 3]>>, tensor<2x3x3x3x16xf32>) -> tensor<?x?x?x32xf32, #relax.dims<[n, h, w, 32]>>
  relax.return %0 : tensor<?x?x?x32xf32, #relax.dims<[n, h, w, 32]>>
}

// The rows of all images are one axis, of which a factor is known: 49.
// CHECK-LABEL: tir.func private @nn_conv2d_0(
// CHECK: memref.alloc() : memref<7x32xf32>
relax.func @images(%x: tensor<?x7x7x16xf32, #relax.dims<[n, 7, 7, 16]>>, %w: tensor<2x1x1x16x16xf32>) -> tensor<?x7x7x32xf32, #relax.dims<[n, 7, 7, 32]>> {
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "OHWI16o"} : (tensor<?x7x7x16xf32, #relax.dims<[n, 7, 7, 16]>>, tensor<2x1x1x16x16xf32>) -> tensor<?x7x7x32xf32, #relax.dims<[n, 7, 7, 32]>>
  relax.return %0 : tensor<?x7x7x32xf32, #relax.dims<[n, 7, 7, 32]>>
}

// A pool shares nothing: all channels of a few places, then the next places.
// CHECK-LABEL: tir.func private @nn_max_pool2d(
// CHECK-COUNT-2: tir.for %
// CHECK-NEXT: %[[WIDTH:.*]] = arith.constant 32 : index
// CHECK-NEXT: arith.muli %{{.*}}, %[[WIDTH]]
relax.func @pool(%x: tensor<1x8x8x96xf32>) -> tensor<1x4x4x96xf32> {
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>, layout = "NHWC"} : (tensor<1x8x8x96xf32>) -> tensor<1x4x4x96xf32>
  relax.return %0 : tensor<1x4x4x96xf32>
}

// Rows of known size: all of one. The kernel is small, so the channels of some
// rows come one after the other.
// CHECK-LABEL: tir.func private @fused_nn_conv2d
// CHECK: memref.alloc() : memref<14x32xf32>
// CHECK: memref.load %arg1[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] : memref<4x3x3x4x16xf32>
// CHECK: arith.mulf
// CHECK: memref.store %{{.*}} : memref<14x32xf32>
// CHECK: arith.maximumf
// SHORT-LABEL: tir.func private @fused_nn_conv2d
// SHORT: memref.alloc() : memref<5x16xf32>
// No tile of a whole block where a vector is one element.
// SCALAR-LABEL: tir.func private @fused_nn_conv2d
// SCALAR-NOT: memref.alloc() : memref<{{[0-9]+}}x16xf32>
// SCALAR: tir.return
relax.func @known(%x: tensor<1x14x14x4xf32>, %w: tensor<4x3x3x4x16xf32>, %b: tensor<1x1x1x64xf32>) -> tensor<1x14x14x64xf32> {
  %0 = relax.dataflow -> tensor<1x14x14x64xf32> {
    %1 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>, data_layout = "NHWC", kernel_layout = "OHWI16o"} : (tensor<1x14x14x4xf32>, tensor<4x3x3x4x16xf32>) -> tensor<1x14x14x64xf32>
    %2 = relax.add %1, %b : (tensor<1x14x14x64xf32>, tensor<1x1x1x64xf32>) -> tensor<1x14x14x64xf32>
    %3 = relax.nn.relu %2 : tensor<1x14x14x64xf32>
    relax.output %3 : tensor<1x14x14x64xf32>
  }
  relax.return %0 : tensor<1x14x14x64xf32>
}
