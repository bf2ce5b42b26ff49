// Convolutions are products of matrices whose elements are found by division:
// padding is a choice, not a copy; groups are matrices of their own.
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule -tir-verify-scheduled -tir-verify-well-formed | FileCheck %s
// RUN: %same-results=relax-legalize-ops,relax-annotate-tir-op-pattern,relax-fuse-ops,relax-fuse-tir,tir-default-gpu-schedule --tolerance=1e-3
// RUN: relax-compile %s --target=sm_80 --emit=cubin -o %t.cubin --kernel-report=- | FileCheck %s --check-prefix=SPILLS

// SPILLS: registers  frame  spill stores  spill loads
// SPILLS-COUNT-9: {{^ *[0-9]+ +0 +0 +0 }}

// One kernel: what is in the border is 0.
// CHECK-LABEL: tir.func private @nn_conv2d(
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK: workgroup
// CHECK: %[[ROW:.*]] = arith.subi %{{.*}}, %c1_{{[0-9]+}} : index
// CHECK: arith.cmpi ult, %[[ROW]], %c12
// CHECK: arith.select
// CHECK: memref.load %arg0
// CHECK: arith.select
// CHECK: gpu.barrier
// CHECK-NOT: blockIdx
relax.func @padded(%x: tensor<2x16x12x12xf32>, %w: tensor<32x16x3x3xf32>) -> tensor<2x32x6x6xf32> {
  %0 = relax.nn.conv2d %x, %w {strides = array<i64: 2, 2>, padding = array<i64: 1, 1, 1, 1>} : (tensor<2x16x12x12xf32>, tensor<32x16x3x3xf32>) -> tensor<2x32x6x6xf32>
  relax.return %0 : tensor<2x32x6x6xf32>
}

// Two groups of 8 channels.
// CHECK-LABEL: tir.func private @nn_conv2d_0(
// CHECK: tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c4{{(_[0-9]+)?}} {
// CHECK: workgroup
relax.func @groups(%x: tensor<1x16x12x12xf32>, %w: tensor<16x8x3x3xf32>) -> tensor<1x16x8x8xf32> {
  %0 = relax.nn.conv2d %x, %w {dilation = array<i64: 2, 2>, groups = 2 : i64} : (tensor<1x16x12x12xf32>, tensor<16x8x3x3xf32>) -> tensor<1x16x8x8xf32>
  relax.return %0 : tensor<1x16x8x8xf32>
}

// Channels last, in groups: four channels are one vector.
// CHECK-LABEL: tir.func private @nn_conv2d_1(
// CHECK: workgroup
// CHECK: tir.for vectorized
relax.func @last(%x: tensor<1x8x8x16xf32>, %w: tensor<16x3x3x8xf32>) -> tensor<1x6x6x16xf32> {
  %0 = relax.nn.conv2d %x, %w {groups = 2 : i64, data_layout = "NHWC", kernel_layout = "OHWI"} : (tensor<1x8x8x16xf32>, tensor<16x3x3x8xf32>) -> tensor<1x6x6x16xf32>
  relax.return %0 : tensor<1x6x6x16xf32>
}

// A batch of a size that is known at run time; the border is of known size.
// CHECK-LABEL: tir.func private @nn_conv2d_2(
// CHECK-SAME: n
// CHECK: workgroup
// CHECK: arith.select
relax.func @batch(%x: tensor<?x8x6x6xf16, #relax.dims<[n, 8, 6, 6]>>, %w: tensor<8x8x3x3xf16>) -> tensor<?x8x6x6xf16, #relax.dims<[n, 8, 6, 6]>> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>} : (tensor<?x8x6x6xf16, #relax.dims<[n, 8, 6, 6]>>, tensor<8x8x3x3xf16>) -> tensor<?x8x6x6xf16, #relax.dims<[n, 8, 6, 6]>>
  relax.return %0 : tensor<?x8x6x6xf16, #relax.dims<[n, 8, 6, 6]>>
}

// Where the size of what is inside is not known, it is copied: three kernels.
// CHECK-LABEL: tir.func private @nn_conv1d(
// CHECK-COUNT-3: tir.for thread_binding "blockIdx.x"
// CHECK: workgroup
relax.func @unknown_width(%x: tensor<1x8x?xf32, #relax.dims<[1, 8, n]>>, %w: tensor<8x8x3xf32>) -> tensor<1x8x?xf32, #relax.dims<[1, 8, n]>> {
  %0 = relax.nn.conv1d %x, %w {padding = array<i64: 1, 1>} : (tensor<1x8x?xf32, #relax.dims<[1, 8, n]>>, tensor<8x8x3xf32>) -> tensor<1x8x?xf32, #relax.dims<[1, 8, n]>>
  relax.return %0 : tensor<1x8x?xf32, #relax.dims<[1, 8, n]>>
}

// Each channel by itself: another rule's.
// CHECK-LABEL: tir.func private @nn_conv2d_3(
// CHECK-NOT: memref<2x16x
// CHECK: arith.select
relax.func @depthwise(%x: tensor<1x8x6x6xf32>, %w: tensor<8x1x3x3xf32>) -> tensor<1x8x6x6xf32> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>, groups = 8 : i64} : (tensor<1x8x6x6xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x6x6xf32>
  relax.return %0 : tensor<1x8x6x6xf32>
}

// With a bias and an activation in the same kernel.
// CHECK-LABEL: tir.func private @fused_nn_conv2d_4_add_nn_relu(
// CHECK: tir.for thread_binding "blockIdx.x"
// CHECK: arith.maximumf
// CHECK-NOT: blockIdx
relax.func @epilogue(%x: tensor<1x8x6x6xf32>, %w: tensor<8x8x1x1xf32>, %b: tensor<8x1x1xf32>) -> tensor<1x8x6x6xf32> {
  %r = relax.dataflow -> tensor<1x8x6x6xf32> {
    %0 = relax.nn.conv2d %x, %w : (tensor<1x8x6x6xf32>, tensor<8x8x1x1xf32>) -> tensor<1x8x6x6xf32>
    %1 = relax.add %0, %b : (tensor<1x8x6x6xf32>, tensor<8x1x1xf32>) -> tensor<1x8x6x6xf32>
    %2 = relax.nn.relu %1 : tensor<1x8x6x6xf32>
    relax.output %2 : tensor<1x8x6x6xf32>
  }
  relax.return %r : tensor<1x8x6x6xf32>
}
