// On a GPU a matrix that a product reads in another order is read where it lies.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=decoded --relax-fuse-tir | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=decoded --relax-fuse-tir --symbol-dce --tir-write-default-gpu-schedule=chip=sm_80 | FileCheck %s --check-prefix=INLINED
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir | FileCheck %s --check-prefix=APART
// RUN: relax-interp %s --before-after='relax-legalize-ops,relax-fuse-ops{decoded},relax-fuse-tir,tir-default-gpu-schedule{chip=sm_80}' --tolerance=1e-2

// A weight as PyTorch's linear layers keep it.
// CHECK-LABEL: relax.func @linear(
// CHECK: relax.call_tir @fused_permute_dims_matmul(%arg1, %arg0)
// CHECK-NOT: relax.call_tir
// CHECK: relax.return
// INLINED: transform.tir.get_function @fused_permute_dims_matmul in
// INLINED-NEXT: %[[MOVE:.*]] = transform.tir.get_block "permute_dims"
// INLINED-NEXT: transform.tir.compute_inline %[[MOVE]]
// APART-LABEL: relax.func @linear(
// APART: relax.call_tir @permute_dims
// APART: relax.call_tir @matmul
relax.func @linear(%x: tensor<72x64xf16>, %w: tensor<96x64xf16>) -> tensor<72x96xf16> {
  %r = relax.dataflow -> tensor<72x96xf16> {
    %0 = relax.permute_dims %w {axes = array<i64: 1, 0>} : (tensor<96x64xf16>) -> tensor<64x96xf16>
    %1 = relax.matmul %x, %0 : (tensor<72x64xf16>, tensor<64x96xf16>) -> tensor<72x96xf16>
    relax.output %1 : tensor<72x96xf16>
  }
  relax.return %r : tensor<72x96xf16>
}

// What two products read is written once; so is an image of another layout.
// CHECK-LABEL: relax.func @shared(
// CHECK: relax.call_tir @permute_dims
// CHECK-COUNT-2: relax.call_tir @matmul
relax.func @shared(%x: tensor<72x64xf16>, %y: tensor<72x64xf16>, %w: tensor<96x64xf16>) -> (tensor<72x96xf16>, tensor<72x96xf16>) {
  %r:2 = relax.dataflow -> tensor<72x96xf16>, tensor<72x96xf16> {
    %0 = relax.permute_dims %w {axes = array<i64: 1, 0>} : (tensor<96x64xf16>) -> tensor<64x96xf16>
    %1 = relax.matmul %x, %0 : (tensor<72x64xf16>, tensor<64x96xf16>) -> tensor<72x96xf16>
    %2 = relax.matmul %y, %0 : (tensor<72x64xf16>, tensor<64x96xf16>) -> tensor<72x96xf16>
    relax.output %1, %2 : tensor<72x96xf16>, tensor<72x96xf16>
  }
  relax.return %r#0, %r#1 : tensor<72x96xf16>, tensor<72x96xf16>
}

// CHECK-LABEL: relax.func @image(
// CHECK: relax.call_tir @permute_dims
// CHECK: relax.call_tir @nn_conv2d
relax.func @image(%x: tensor<1x8x6x6xf16>, %w: tensor<8x3x3x8xf16>) -> tensor<1x4x4x8xf16> {
  %r = relax.dataflow -> tensor<1x4x4x8xf16> {
    %0 = relax.permute_dims %x {axes = array<i64: 0, 2, 3, 1>} : (tensor<1x8x6x6xf16>) -> tensor<1x6x6x8xf16>
    %1 = relax.nn.conv2d %0, %w {data_layout = "NHWC", kernel_layout = "OHWI"} : (tensor<1x6x6x8xf16>, tensor<8x3x3x8xf16>) -> tensor<1x4x4x8xf16>
    relax.output %1 : tensor<1x4x4x8xf16>
  }
  relax.return %r : tensor<1x4x4x8xf16>
}
