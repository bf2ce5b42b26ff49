// RUN: relax-opt %s --relax-pack-weights=block=2 | FileCheck %s
// RUN: relax-opt %s --relax-pack-weights=block=2 | relax-opt --relax-pack-weights=block=2 | FileCheck %s
// RUN: %same-results="relax-pack-weights{block=2}" --tolerance=1e-5
// RUN: relax-opt %s --relax-pack-weights | FileCheck %s --check-prefix=LONG
// RUN: %same-results=relax-pack-weights --tolerance=1e-5

// Blocks of output channels, over a batch of any size.
// CHECK-LABEL: @blocks
// CHECK: %[[W:.*]] = relax.constant dense<{{\[\[\[\[\[}}1.000000e+00, 3.000000e+00], [2.000000e+00, 4.000000e+00]]]], {{\[\[\[\[}}5.000000e+00, 7.000000e+00], [6.000000e+00, 8.000000e+00]]]]]> : tensor<2x1x1x2x2xf32>
// CHECK: relax.nn.conv2d %{{.*}}, %[[W]] {data_layout = "NHWC", kernel_layout = "OHWI2o"}
// Four channels are no block of 16.
// LONG-LABEL: @blocks
// LONG: kernel_layout = "HWIO"
relax.func @blocks(%x: tensor<?x4x4x2xf32, #relax.dims<[n, 4, 4, 2]>>) -> tensor<?x4x4x4xf32, #relax.dims<[n, 4, 4, 4]>> {
  %w = relax.constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]], [[[5.0]], [[6.0]]], [[[7.0]], [[8.0]]]]> : tensor<4x2x1x1xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<?x4x4x2xf32, #relax.dims<[n, 4, 4, 2]>>, tensor<4x2x1x1xf32>) -> tensor<?x4x4x4xf32, #relax.dims<[n, 4, 4, 4]>>
  relax.return %0 : tensor<?x4x4x4xf32, #relax.dims<[n, 4, 4, 4]>>
}

// An odd number of channels, groups, and a constant of one value.
// CHECK-LABEL: @plain
// CHECK: relax.nn.conv2d {{.*}} kernel_layout = "HWIO"} : (tensor<1x4x4x1xf32>, tensor<1x2x1x3xf32>)
// CHECK: relax.nn.conv2d {{.*}} kernel_layout = "HWIO"} : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>)
// CHECK: relax.nn.conv2d {{.*}} kernel_layout = "OHWI2o"} : (tensor<1x4x4x2xf32>, tensor<1x1x1x2x2xf32>)
relax.func @plain(%x: tensor<1x4x4x1xf32>, %y: tensor<1x4x4x2xf32>) -> (tensor<1x4x3x3xf32>, tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) {
  %w = relax.constant dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]], [[[5.0, 6.0]]]]> : tensor<3x1x1x2xf32>
  %v = relax.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %u = relax.constant dense<3.0> : tensor<1x1x2x2xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC"} : (tensor<1x4x4x1xf32>, tensor<3x1x1x2xf32>) -> tensor<1x4x3x3xf32>
  %1 = relax.nn.conv2d %y, %v {data_layout = "NHWC", groups = 2 : i64} : (tensor<1x4x4x2xf32>, tensor<2x1x1x1xf32>) -> tensor<1x4x4x2xf32>
  %2 = relax.nn.conv2d %y, %u {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x4x4x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x4x4x2xf32>
  relax.return %0, %1, %2 : tensor<1x4x3x3xf32>, tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>
}

// Blocks of weights lie in one group: those of 8 outputs have shorter ones.
// LONG-LABEL: @groups
// LONG: relax.nn.conv2d {{.*}} groups = 2 : i64, kernel_layout = "OHWI8o"} : (tensor<1x2x2x4xf32>, tensor<2x1x1x2x8xf32>)
// LONG: relax.nn.conv2d {{.*}} groups = 2 : i64, kernel_layout = "HWIO"} : (tensor<1x2x2x4xf32>, tensor<1x1x2x6xf32>)
relax.func @groups(%x: tensor<1x2x2x4xf32>) -> (tensor<1x2x2x16xf32>, tensor<1x2x2x6xf32>) {
  %w = relax.constant dense<2.0> : tensor<16x2x1x1xf32>
  %v = relax.constant dense<3.0> : tensor<6x2x1x1xf32>
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", groups = 2 : i64} : (tensor<1x2x2x4xf32>, tensor<16x2x1x1xf32>) -> tensor<1x2x2x16xf32>
  %1 = relax.nn.conv2d %x, %v {data_layout = "NHWC", groups = 2 : i64} : (tensor<1x2x2x4xf32>, tensor<6x2x1x1xf32>) -> tensor<1x2x2x6xf32>
  relax.return %0, %1 : tensor<1x2x2x16xf32>, tensor<1x2x2x6xf32>
}

// One axis, and three.
// CHECK-LABEL: @ranks
// CHECK: relax.nn.conv1d {{.*}} kernel_layout = "OWI2o"}
// CHECK: relax.nn.conv3d {{.*}} kernel_layout = "ODHWI2o"}
relax.func @ranks(%x: tensor<1x4x2xf32>, %y: tensor<1x2x2x2x1xf32>) -> (tensor<1x4x2xf32>, tensor<1x2x2x2x2xf32>) {
  %w = relax.constant dense<[[[1.0], [2.0]], [[3.0], [4.0]]]> : tensor<2x2x1xf32>
  %v = relax.constant dense<[[[[[1.0]]]], [[[[2.0]]]]]> : tensor<2x1x1x1x1xf32>
  %0 = relax.nn.conv1d %x, %w {data_layout = "NWC"} : (tensor<1x4x2xf32>, tensor<2x2x1xf32>) -> tensor<1x4x2xf32>
  %1 = relax.nn.conv3d %y, %v {data_layout = "NDHWC"} : (tensor<1x2x2x2x1xf32>, tensor<2x1x1x1x1xf32>) -> tensor<1x2x2x2x2xf32>
  relax.return %0, %1 : tensor<1x4x2xf32>, tensor<1x2x2x2x2xf32>
}

// Channels first, a weight that is no constant, one with two users, blocks.
// CHECK-LABEL: @stay
// CHECK: relax.nn.conv2d %arg0, %{{.*}} : (tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>)
// CHECK: relax.nn.conv2d %arg0, %arg1 {data_layout = "NHWC"}
// CHECK: relax.nn.conv2d %arg0, %{{.*}} {data_layout = "NHWC"}
// CHECK: relax.nn.conv2d %arg0, %{{.*}} {data_layout = "NHWC", kernel_layout = "OI2iHW"}
relax.func private @stay(%x: tensor<1x2x2x2xf32>, %p: tensor<2x2x1x1xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>, tensor<1x2x2x2xf32>) {
  %w = relax.constant dense<2.0> : tensor<2x2x1x1xf32>
  %v = relax.constant dense<2.0> : tensor<2x2x1x1xf32>
  %u = relax.constant dense<[[[[[1.0]], [[2.0]]]], [[[[3.0]], [[4.0]]]]]> : tensor<2x1x2x1x1xf32>
  %0 = relax.nn.conv2d %x, %w : (tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x2xf32>
  %1 = relax.nn.conv2d %x, %p {data_layout = "NHWC"} : (tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x2xf32>
  %2 = relax.nn.conv2d %x, %v {data_layout = "NHWC"} : (tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x2xf32>
  %3 = relax.exp %v : tensor<2x2x1x1xf32>
  %4 = relax.nn.conv2d %x, %u {data_layout = "NHWC", kernel_layout = "OI2iHW"} : (tensor<1x2x2x2xf32>, tensor<2x1x2x1x1xf32>) -> tensor<1x2x2x2xf32>
  relax.return %0, %1, %2, %3, %4 : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>, tensor<1x2x2x2xf32>
}
