// RUN: relax-opt %s --relax-fuse-ops-by-pattern=library=dnnl | FileCheck %s
// RUN: relax-opt %s '--relax-fuse-ops-by-pattern=library=dnnl entry-functions=conv' | FileCheck %s --check-prefix=ENTRY
// RUN: %same-results=relax-fuse-ops-by-pattern{library=dnnl}

// The largest pattern takes what it finds; what is of another type stays.
// ENTRY-LABEL: relax.func @products
// ENTRY-NOT: relax.call
// CHECK-LABEL: relax.func @products
// CHECK: relax.call @fused_relax_permute_dims_relax_matmul_relax_add_relax_nn_gelu(
// CHECK: relax.call @fused_relax_matmul(
// CHECK: relax.matmul {{.*}} (tensor<2x4xf16>
relax.func @products(%x: tensor<2x4xf32>, %w: tensor<8x4xf32>, %b: tensor<8xf32>, %v: tensor<8x3xf32>, %h: tensor<2x4xf16>, %g: tensor<4x4xf16>) -> (tensor<2x3xf32>, tensor<2x4xf16>) {
  %0:2 = relax.dataflow -> tensor<2x3xf32>, tensor<2x4xf16> {
    %1 = relax.permute_dims %w : (tensor<8x4xf32>) -> tensor<4x8xf32>
    %2 = relax.matmul %x, %1 : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
    %3 = relax.add %2, %b : (tensor<2x8xf32>, tensor<8xf32>) -> tensor<2x8xf32>
    %4 = relax.nn.gelu %3 : tensor<2x8xf32>
    %5 = relax.matmul %4, %v : (tensor<2x8xf32>, tensor<8x3xf32>) -> tensor<2x3xf32>
    %6 = relax.matmul %h, %g : (tensor<2x4xf16>, tensor<4x4xf16>) -> tensor<2x4xf16>
    relax.output %5, %6 : tensor<2x3xf32>, tensor<2x4xf16>
  }
  relax.return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x4xf16>
}

// A bias of the channels is one, a sum of two images is none.
// ENTRY-LABEL: relax.func @conv
// ENTRY: relax.call @fused_relax_nn_conv2d_relax_add_relax_nn_relu
// CHECK-LABEL: relax.func @conv
// CHECK: relax.call @fused_relax_nn_conv2d_relax_add_relax_nn_relu(
// CHECK: relax.call @fused_relax_nn_conv2d(
// CHECK: relax.add
// CHECK: Composite = "dnnl.conv2d_bias_relu"
relax.func @conv(%x: tensor<1x3x5x5xf32>, %w: tensor<3x3x3x3xf32>, %b: tensor<1x3x1x1xf32>) -> tensor<1x3x3x3xf32> {
  %0 = relax.dataflow -> tensor<1x3x3x3xf32> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x3x5x5xf32>, tensor<3x3x3x3xf32>) -> tensor<1x3x3x3xf32>
    %2 = relax.add %1, %b : (tensor<1x3x3x3xf32>, tensor<1x3x1x1xf32>) -> tensor<1x3x3x3xf32>
    %3 = relax.nn.relu %2 : tensor<1x3x3x3xf32>
    %4 = relax.nn.conv2d %3, %w {padding = array<i64: 1, 1, 1, 1>} : (tensor<1x3x3x3xf32>, tensor<3x3x3x3xf32>) -> tensor<1x3x3x3xf32>
    %5 = relax.add %4, %3 : tensor<1x3x3x3xf32>
    relax.output %5 : tensor<1x3x3x3xf32>
  }
  relax.return %0 : tensor<1x3x3x3xf32>
}
