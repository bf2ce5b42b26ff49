// Convolutions along one axis become such along two.
// RUN: relax-opt %s --relax-expand-conv1d | FileCheck %s
// RUN: relax-opt %s --relax-expand-conv1d --relax-expand-conv1d | FileCheck %s
// RUN: %same-results=relax-expand-conv1d --tolerance=1e-5

// CHECK-LABEL: relax.func @all
// CHECK: relax.nn.conv2d
// CHECK-SAME: dilation = array<i64: 1, 3>
// CHECK-SAME: groups = 2
// CHECK-SAME: padding = array<i64: 0, 2, 0, 1>
// CHECK-SAME: strides = array<i64: 1, 2>
// CHECK: relax.squeeze
relax.func @all(%x: tensor<?x4x?xf32, #relax.dims<[n, 4, m]>>) -> tensor<?x2x?xf32, #relax.dims<[n, 2, (m + 1) floordiv 2]>> {
  %w = relax.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %0 = relax.nn.conv1d %x, %w {strides = array<i64: 2>, padding = array<i64: 2, 1>, dilation = array<i64: 3>, groups = 2 : i64} : (tensor<?x4x?xf32, #relax.dims<[n, 4, m]>>, tensor<2x2x2xf32>) -> tensor<?x2x?xf32, #relax.dims<[n, 2, (m + 1) floordiv 2]>>
  relax.return %0 : tensor<?x2x?xf32, #relax.dims<[n, 2, (m + 1) floordiv 2]>>
}

// The weight comes with each call.
// CHECK-LABEL: relax.func @parameter
// CHECK: relax.nn.conv1d
relax.func @parameter(%x: tensor<1x4x8xf32>, %w: tensor<2x4x1xf32>) -> tensor<1x2x8xf32> {
  %0 = relax.nn.conv1d %x, %w : (tensor<1x4x8xf32>, tensor<2x4x1xf32>) -> tensor<1x2x8xf32>
  relax.return %0 : tensor<1x2x8xf32>
}

// A channel by itself.
// CHECK-LABEL: relax.func @depthwise
// CHECK: relax.nn.conv1d
relax.func @depthwise(%x: tensor<1x2x8xf32>) -> tensor<1x2x7xf32> {
  %w = relax.constant dense<[[[1.0, 2.0]], [[5.0, 6.0]]]> : tensor<2x1x2xf32>
  %0 = relax.nn.conv1d %x, %w {groups = 2 : i64} : (tensor<1x2x8xf32>, tensor<2x1x2xf32>) -> tensor<1x2x7xf32>
  relax.return %0 : tensor<1x2x7xf32>
}

// CHECK-LABEL: relax.func @channels_last
// CHECK: relax.nn.conv1d
relax.func @channels_last(%x: tensor<1x8x2xf32>) -> tensor<1x7x2xf32> {
  %w = relax.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %0 = relax.nn.conv1d %x, %w {data_layout = "NWC"} : (tensor<1x8x2xf32>, tensor<2x2x2xf32>) -> tensor<1x7x2xf32>
  relax.return %0 : tensor<1x7x2xf32>
}

// Declared with less than follows from the operands, and of unknown rank.
// CHECK-LABEL: relax.func @less
// CHECK: relax.nn.conv1d
// CHECK: relax.nn.conv1d
relax.func @less(%x: tensor<1x2x8xf32>, %y: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %w = relax.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %0 = relax.nn.conv1d %x, %w : (tensor<1x2x8xf32>, tensor<2x2x2xf32>) -> tensor<*xf32>
  %1 = relax.nn.conv1d %y, %w : (tensor<*xf32>, tensor<2x2x2xf32>) -> tensor<*xf32>
  relax.return %0, %1 : tensor<*xf32>, tensor<*xf32>
}

// A function that nobody calls.
// CHECK-LABEL: relax.func private @dead
// CHECK: relax.nn.conv2d
relax.func private @dead(%x: tensor<1x2x8xf32>) -> tensor<1x2x7xf32> {
  %w = relax.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %0 = relax.nn.conv1d %x, %w : (tensor<1x2x8xf32>, tensor<2x2x2xf32>) -> tensor<1x2x7xf32>
  relax.return %0 : tensor<1x2x7xf32>
}
