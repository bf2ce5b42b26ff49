// Convolutions by tensor cores: what is contiguous is copied asynchronously, 16 bytes
// at a time, and what is in the border as nothing.
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule=chip=sm_80 -tir-verify-scheduled -tir-verify-well-formed --canonicalize | FileCheck %s
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule=chip=sm_75 --canonicalize | FileCheck %s --check-prefix=TURING
// RUN: %same-results=relax-legalize-ops,relax-annotate-tir-op-pattern,relax-fuse-ops,relax-fuse-tir,tir-default-gpu-schedule --tolerance=1e-2

// Channels last: both factors; a chunk is of one point of the image, there or
// in the border.
// CHECK-LABEL: tir.func private @nn_conv2d(
// CHECK: %[[W:.*]] = memref.collapse_shape %arg1
// CHECK: %[[Y:.*]] = arith.cmpi ult, %[[ROW:.*]], %c6
// CHECK: %[[X:.*]] = arith.cmpi ult, %[[COLUMN:.*]], %c6
// CHECK: %[[IN:.*]] = arith.andi %[[Y]], %[[X]]
// CHECK: %[[COUNT:.*]] = arith.select %{{.*}}, %c8, %c0
// CHECK: nvgpu.device_async_copy %arg0[%{{.*}}, %[[ROW]], %[[COLUMN]], {{.*}}, 8, %[[COUNT]] {bypassL1}
// CHECK: nvgpu.device_async_copy %[[W]][
// CHECK-NOT: memref.load %arg
// TURING-LABEL: tir.func private @nn_conv2d(
// TURING: tir.for vectorized {{.*}} to %c8
// TURING: memref.load %arg0
// TURING: tir.for vectorized {{.*}} to %c8
// TURING: memref.load %collapse_shape
relax.func @last(%x: tensor<2x6x6x64xf16>, %w: tensor<64x3x3x64xf16>) -> tensor<2x6x6x64xf16> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>, data_layout = "NHWC", kernel_layout = "OHWI"} : (tensor<2x6x6x64xf16>, tensor<64x3x3x64xf16>) -> tensor<2x6x6x64xf16>
  relax.return %0 : tensor<2x6x6x64xf16>
}

// Channels first: terms of the weight are side by side, windows are not.
// CHECK-LABEL: tir.func private @nn_conv2d_0(
// CHECK: %[[W:.*]] = memref.collapse_shape %arg1 {{\[}}[0], [1, 2, 3]] : memref<64x64x3x3xf16> into memref<64x576xf16>
// CHECK: nvgpu.device_async_copy %[[W]][%{{.*}}, %{{.*}}], {{.*}}, 8
// CHECK-NOT: nvgpu.device_async_copy %arg0
// TURING-LABEL: tir.func private @nn_conv2d_0(
// TURING: %[[W:.*]] = memref.collapse_shape %arg1
// TURING: tir.for vectorized {{.*}} to %c8
// TURING: memref.load %[[W]]
relax.func @first(%x: tensor<2x64x6x6xf16>, %w: tensor<64x64x3x3xf16>) -> tensor<2x64x6x6xf16> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>} : (tensor<2x64x6x6xf16>, tensor<64x64x3x3xf16>) -> tensor<2x64x6x6xf16>
  relax.return %0 : tensor<2x64x6x6xf16>
}

// Windows of one point are side by side over the whole image, not over several.
// CHECK-LABEL: tir.func private @nn_conv2d_1(
// CHECK: %[[W:.*]] = memref.collapse_shape %arg1 {{\[}}[0], [1, 2, 3]] : memref<72x64x1x1xf16> into memref<72x64xf16>
// CHECK: %[[X:.*]] = memref.collapse_shape %arg0 {{\[}}[0], [1], [2, 3]] : memref<2x64x4x14xf16> into memref<2x64x56xf16>
// CHECK: nvgpu.device_async_copy %[[W]][%{{.*}}, %{{.*}}], {{.*}}, 8
// CHECK: arith.remui %{{.*}}, %c56_i32
// CHECK: nvgpu.device_async_copy %[[X]][%{{.*}}, %{{.*}}, %{{.*}}], {{.*}}, 8
relax.func @points(%x: tensor<2x64x4x14xf16>, %w: tensor<72x64x1x1xf16>) -> tensor<2x72x4x14xf16> {
  %0 = relax.nn.conv2d %x, %w : (tensor<2x64x4x14xf16>, tensor<72x64x1x1xf16>) -> tensor<2x72x4x14xf16>
  relax.return %0 : tensor<2x72x4x14xf16>
}

// Those of 49 points are not in pieces of 16 bytes.
// CHECK-LABEL: tir.func private @nn_conv2d_2(
// CHECK-NOT: nvgpu.device_async_copy %{{.*}} : memref<2x64x49xf16>
// CHECK: nvgpu.mma.sync
relax.func @odd(%x: tensor<2x64x7x7xf16>, %w: tensor<72x64x1x1xf16>) -> tensor<2x72x7x7xf16> {
  %0 = relax.nn.conv2d %x, %w : (tensor<2x64x7x7xf16>, tensor<72x64x1x1xf16>) -> tensor<2x72x7x7xf16>
  relax.return %0 : tensor<2x72x7x7xf16>
}
