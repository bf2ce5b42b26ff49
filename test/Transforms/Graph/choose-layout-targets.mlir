// Layouts suit the target of the function: vectors of a CPU, tensor cores of a GPU that copies chunks.
// RUN: relax-opt %s --relax-choose-layout | FileCheck %s
// RUN: relax-interp %s --before-after=relax-choose-layout --tolerance=1e-2

// CHECK-LABEL: relax.func @cpu
// CHECK: relax.nn.conv2d {{.*}}{data_layout = "NHWC"}
relax.func @cpu(%x: tensor<1x8x4x4xf16>, %w: tensor<2x8x3x3xf16>) -> tensor<1x2x2x2xf16> attributes {relax.target = #relax.target<cpu>} {
  %0 = relax.dataflow -> tensor<1x2x2x2xf16> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x8x4x4xf16>, tensor<2x8x3x3xf16>) -> tensor<1x2x2x2xf16>
    relax.output %1 : tensor<1x2x2x2xf16>
  }
  relax.return %0 : tensor<1x2x2x2xf16>
}

// CHECK-LABEL: relax.func @ampere
// CHECK: relax.nn.conv2d {{.*}}{data_layout = "NHWC", kernel_layout = "OHWI"}
relax.func @ampere(%x: tensor<1x8x4x4xf16>, %w: tensor<2x8x3x3xf16>) -> tensor<1x2x2x2xf16> attributes {relax.target = #relax.target<cuda, chip = "sm_80">} {
  %0 = relax.dataflow -> tensor<1x2x2x2xf16> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x8x4x4xf16>, tensor<2x8x3x3xf16>) -> tensor<1x2x2x2xf16>
    relax.output %1 : tensor<1x2x2x2xf16>
  }
  relax.return %0 : tensor<1x2x2x2xf16>
}

// CHECK-LABEL: relax.func @turing
// CHECK-NOT: permute_dims
relax.func @turing(%x: tensor<1x8x4x4xf16>, %w: tensor<2x8x3x3xf16>) -> tensor<1x2x2x2xf16> attributes {relax.target = #relax.target<cuda, chip = "sm_75">} {
  %0 = relax.dataflow -> tensor<1x2x2x2xf16> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x8x4x4xf16>, tensor<2x8x3x3xf16>) -> tensor<1x2x2x2xf16>
    relax.output %1 : tensor<1x2x2x2xf16>
  }
  relax.return %0 : tensor<1x2x2x2xf16>
}
