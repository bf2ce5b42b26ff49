// RUN: relax-opt %s --relax-fuse-ops-by-pattern=library=cublas --relax-fuse-ops-by-pattern=library=cudnn | FileCheck %s
// RUN: %same-results=relax-fuse-ops-by-pattern{library=cublas}
// RUN: %same-results=relax-fuse-ops-by-pattern{library=cudnn}

// Either side may be transposed, gelu is the one by tanh; what permutes other
// axes, and the gelu by erf, stay outside.
// CHECK-LABEL: relax.func @products
// CHECK: relax.call @fused_relax_permute_dims_relax_permute_dims_relax_matmul_relax_add_relax_nn_gelu_tanh(
// CHECK: relax.permute_dims
// CHECK: relax.call @fused_relax_matmul(
// CHECK: relax.nn.gelu
relax.func @products(%x: tensor<4x2xf16>, %w: tensor<8x4xf16>, %b: tensor<8xf16>, %h: tensor<2x3x4xf64>, %g: tensor<3x4x5xf64>) -> (tensor<2x8xf16>, tensor<3x2x5xf64>) {
  %0:2 = relax.dataflow -> tensor<2x8xf16>, tensor<3x2x5xf64> {
    %1 = relax.permute_dims %x : (tensor<4x2xf16>) -> tensor<2x4xf16>
    %2 = relax.permute_dims %w : (tensor<8x4xf16>) -> tensor<4x8xf16>
    %3 = relax.matmul %1, %2 : (tensor<2x4xf16>, tensor<4x8xf16>) -> tensor<2x8xf16>
    %4 = relax.add %3, %b : (tensor<2x8xf16>, tensor<8xf16>) -> tensor<2x8xf16>
    %5 = relax.nn.gelu_tanh %4 : tensor<2x8xf16>
    %6 = relax.permute_dims %h {axes = array<i64: 1, 0, 2>} : (tensor<2x3x4xf64>) -> tensor<3x2x4xf64>
    %7 = relax.matmul %6, %g : (tensor<3x2x4xf64>, tensor<3x4x5xf64>) -> tensor<3x2x5xf64>
    %8 = relax.nn.gelu %7 : tensor<3x2x5xf64>
    relax.output %5, %8 : tensor<2x8xf16>, tensor<3x2x5xf64>
  }
  relax.return %0#0, %0#1 : tensor<2x8xf16>, tensor<3x2x5xf64>
}

// A bias of NHWC is along the last axis.
// CHECK-LABEL: relax.func @images
// CHECK: relax.call @fused_relax_nn_conv2d_relax_add_relax_nn_relu(
// CHECK-DAG: Composite = "cudnn.conv2d_nhwc_bias_relu"
// CHECK-DAG: Composite = "cublas.matmul_both_transposed_bias_gelu_tanh"
relax.func @images(%x: tensor<1x5x5x3xf32>, %w: tensor<6x3x3x3xf32>, %b: tensor<6xf32>) -> tensor<1x3x3x6xf32> {
  %0 = relax.dataflow -> tensor<1x3x3x6xf32> {
    %1 = relax.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "OHWI"} : (tensor<1x5x5x3xf32>, tensor<6x3x3x3xf32>) -> tensor<1x3x3x6xf32>
    %2 = relax.add %1, %b : (tensor<1x3x3x6xf32>, tensor<6xf32>) -> tensor<1x3x3x6xf32>
    %3 = relax.nn.relu %2 : tensor<1x3x3x6xf32>
    relax.output %3 : tensor<1x3x3x6xf32>
  }
  relax.return %0 : tensor<1x3x3x6xf32>
}
