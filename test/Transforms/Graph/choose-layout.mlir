// RUN: relax-opt %s --relax-choose-layout | FileCheck %s
// RUN: relax-opt %s --relax-choose-layout --relax-choose-layout | FileCheck %s
// RUN: relax-opt %s --relax-choose-layout=tensor-cores | FileCheck %s --check-prefix=CORES
// RUN: relax-opt %s --relax-choose-layout=tensor-cores --relax-choose-layout=tensor-cores | FileCheck %s --check-prefix=CORES
// RUN: %same-results=relax-choose-layout --tolerance=1e-5
// RUN: %same-results=relax-choose-layout{tensor-cores} --tolerance=1e-2

// Channels last up to the result, over images of any number and size; the bias
// goes along.
// CHECK-LABEL: relax.func @images
// CHECK: relax.permute_dims %arg0 {axes = array<i64: 0, 2, 3, 1>}
// CHECK: relax.nn.conv2d {{.*}}{data_layout = "NHWC"}
// CHECK: relax.nn.conv2d {{.*}}{data_layout = "NHWC", groups = 2 : i64}
// CHECK: relax.add {{.*}} -> tensor<?x?x?x2xf32
// CHECK: relax.permute_dims %{{.*}} {axes = array<i64: 0, 3, 1, 2>}
// CHECK-NEXT: relax.output
relax.func @images(%x: tensor<?x1x?x?xf32, #relax.dims<[n, 1, h, w]>>, %w: tensor<2x1x1x1xf32>) -> tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>> {
  %b = relax.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %0 = relax.dataflow -> tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>> {
    %1 = relax.nn.conv2d %x, %w : (tensor<?x1x?x?xf32, #relax.dims<[n, 1, h, w]>>, tensor<2x1x1x1xf32>) -> tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>>
    %2 = relax.nn.conv2d %1, %w {groups = 2 : i64} : (tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>>, tensor<2x1x1x1xf32>) -> tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>>
    %3 = relax.add %2, %b : (tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>>, tensor<2x1x1xf32>) -> tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>>
    relax.output %3 : tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>>
  }
  relax.return %0 : tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>>
}

// Groups of a weight that is no constant: all stays. A function that nobody calls.
// CHECK-LABEL: relax.func private @groups
// CHECK-NOT: permute_dims
relax.func private @groups(%x: tensor<1x4x2x2xf32>, %w: tensor<4x2x1x1xf32>, %v: tensor<2x4x1x1xf32>) -> tensor<1x2x2x2xf32> {
  %0 = relax.dataflow -> tensor<1x2x2x2xf32> {
    %1 = relax.nn.conv2d %x, %w {groups = 2 : i64} : (tensor<1x4x2x2xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x2x2xf32>
    %2 = relax.nn.conv2d %1, %v : (tensor<1x4x2x2xf32>, tensor<2x4x1x1xf32>) -> tensor<1x2x2x2xf32>
    relax.output %2 : tensor<1x2x2x2xf32>
  }
  relax.return %0 : tensor<1x2x2x2xf32>
}

// Groups of constants whose outputs are vectors.
// CHECK-LABEL: relax.func @vectors
// CHECK: relax.nn.conv2d {{.*}}{data_layout = "NHWC", groups = 2 : i64}
relax.func @vectors(%x: tensor<1x4x2x2xf32>) -> tensor<1x16x2x2xf32> {
  %w = relax.constant dense<2.0> : tensor<16x2x1x1xf32>
  %0 = relax.dataflow -> tensor<1x16x2x2xf32> {
    %1 = relax.nn.conv2d %x, %w {groups = 2 : i64} : (tensor<1x4x2x2xf32>, tensor<16x2x1x1xf32>) -> tensor<1x16x2x2xf32>
    relax.output %1 : tensor<1x16x2x2xf32>
  }
  relax.return %0 : tensor<1x16x2x2xf32>
}

// One of narrow groups keeps its layout where five others gain by theirs.
// CHECK-LABEL: relax.func @one_of_six
// CHECK-COUNT-3: relax.nn.conv2d {{.*}}{data_layout = "NHWC"}
// CHECK: relax.permute_dims %{{.*}} {axes = array<i64: 0, 3, 1, 2>}
// CHECK: relax.nn.conv2d {{.*}}{groups = 2 : i64}
// CHECK: relax.permute_dims %{{.*}} {axes = array<i64: 0, 2, 3, 1>}
// CHECK-COUNT-2: relax.nn.conv2d {{.*}}{data_layout = "NHWC"}
// CHECK-NOT: keeps_layout
relax.func @one_of_six(%x: tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32> {
  %w = relax.constant dense<2.0> : tensor<4x4x1x1xf32>
  %v = relax.constant dense<3.0> : tensor<4x2x1x1xf32>
  %0 = relax.dataflow -> tensor<1x4x2x2xf32> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x4x2x2xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x2x2xf32>
    %2 = relax.nn.conv2d %1, %w : (tensor<1x4x2x2xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x2x2xf32>
    %3 = relax.nn.conv2d %2, %w : (tensor<1x4x2x2xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x2x2xf32>
    %4 = relax.nn.conv2d %3, %v {groups = 2 : i64} : (tensor<1x4x2x2xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x2x2xf32>
    %5 = relax.nn.conv2d %4, %w : (tensor<1x4x2x2xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x2x2xf32>
    %6 = relax.nn.conv2d %5, %w : (tensor<1x4x2x2xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x2x2xf32>
    relax.output %6 : tensor<1x4x2x2xf32>
  }
  relax.return %0 : tensor<1x4x2x2xf32>
}

// Depthwise ones alone sum over no channels: rows are vectors as they are.
// CHECK-LABEL: relax.func @depthwise
// CHECK-NOT: permute_dims
// CHECK: relax.return
relax.func @depthwise(%x: tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>>, %w: tensor<2x1x1x1xf32>) -> tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>> {
  %0 = relax.dataflow -> tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>> {
    %1 = relax.nn.conv2d %x, %w {groups = 2 : i64} : (tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>>, tensor<2x1x1x1xf32>) -> tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>>
    relax.output %1 : tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>>
  }
  relax.return %0 : tensor<?x2x?x?xf32, #relax.dims<[n, 2, h, w]>>
}

// CHECK-LABEL: relax.func @none
// CHECK-NEXT: relax.return
relax.func @none(%x: tensor<2xf32>) -> tensor<2xf32> {
  relax.return %x : tensor<2xf32>
}

// Tensor cores multiply none of the above. Of halves, both factors get their
// channels last, if pieces of 8 channels are side by side only then.
// CORES-NOT: permute_dims
// CORES-LABEL: relax.func @halves
// CORES-DAG: relax.permute_dims %arg0 {axes = array<i64: 0, 2, 3, 1>}
// CORES-DAG: relax.permute_dims %arg1 {axes = array<i64: 0, 2, 3, 1>}
// CORES: relax.nn.conv2d {{.*}}{data_layout = "NHWC", kernel_layout = "OHWI"}
relax.func @halves(%x: tensor<?x8x4x4xf16, #relax.dims<[n, 8, 4, 4]>>, %w: tensor<2x8x3x3xf16>) -> tensor<?x2x2x2xf16, #relax.dims<[n, 2, 2, 2]>> {
  %0 = relax.dataflow -> tensor<?x2x2x2xf16, #relax.dims<[n, 2, 2, 2]>> {
    %1 = relax.nn.conv2d %x, %w : (tensor<?x8x4x4xf16, #relax.dims<[n, 8, 4, 4]>>, tensor<2x8x3x3xf16>) -> tensor<?x2x2x2xf16, #relax.dims<[n, 2, 2, 2]>>
    relax.output %1 : tensor<?x2x2x2xf16, #relax.dims<[n, 2, 2, 2]>>
  }
  relax.return %0 : tensor<?x2x2x2xf16, #relax.dims<[n, 2, 2, 2]>>
}

// Windows of one point are side by side in any layout, 4 channels are no piece.
// CORES-LABEL: relax.func @points
// CORES-NOT: permute_dims
// CORES-LABEL: relax.func @narrow
// CORES-NOT: permute_dims
relax.func @points(%x: tensor<1x8x4x4xf16>, %w: tensor<2x8x1x1xf16>) -> tensor<1x2x4x4xf16> {
  %0 = relax.dataflow -> tensor<1x2x4x4xf16> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x8x4x4xf16>, tensor<2x8x1x1xf16>) -> tensor<1x2x4x4xf16>
    relax.output %1 : tensor<1x2x4x4xf16>
  }
  relax.return %0 : tensor<1x2x4x4xf16>
}

relax.func @narrow(%x: tensor<1x4x4x4xf16>, %w: tensor<2x4x3x3xf16>) -> tensor<1x2x2x2xf16> {
  %0 = relax.dataflow -> tensor<1x2x2x2xf16> {
    %1 = relax.nn.conv2d %x, %w : (tensor<1x4x4x4xf16>, tensor<2x4x3x3xf16>) -> tensor<1x2x2x2xf16>
    relax.output %1 : tensor<1x2x2x2xf16>
  }
  relax.return %0 : tensor<1x2x2x2xf16>
}
