// A transposed convolution whose padding passes the reach of its kernel crops what it spreads.
// RUN: relax-opt %s --relax-legalize-ops | FileCheck %s
// RUN: relax-interp %s --each | FileCheck %s --check-prefix=VALUES

// CHECK-LABEL: tir.func private @nn_conv1d_transpose(
// CHECK: tir.block "border"
// CHECK: tir.block "pad" iters(%{{.*}} : spatial {{.*}}, %{{.*}} : spatial {{.*}}, %[[I:.*]] : spatial = {{.*}} in %[[KEPT:[^)]*]])
// CHECK: %[[FROM:.*]] = arith.addi %[[I]], %{{.*}}
// CHECK: memref.load %{{.*}}[%{{.*}}, %{{.*}}, %[[FROM]]]

// 1 0 2 0 3 0 4 without its first two and its last element.
// VALUES: @even gives {{\[\[\[}}2, 0, 3, 0]]]
relax.func @even() -> tensor<1x1x4xf32> {
  %x = relax.constant dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %w = relax.constant dense<1.0> : tensor<1x1x1xf32>
  %0 = relax.nn.conv1d_transpose %x, %w {strides = array<i64: 2>, padding = array<i64: 2, 1>} : (tensor<1x1x4xf32>, tensor<1x1x1xf32>) -> tensor<1x1x4xf32>
  relax.return %0 : tensor<1x1x4xf32>
}

// The same without three elements and two.
// VALUES: @odd gives {{\[\[\[}}0, 3]]]
relax.func @odd() -> tensor<1x1x2xf32> {
  %x = relax.constant dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %w = relax.constant dense<1.0> : tensor<1x1x1xf32>
  %0 = relax.nn.conv1d_transpose %x, %w {strides = array<i64: 2>, padding = array<i64: 3, 2>} : (tensor<1x1x4xf32>, tensor<1x1x1xf32>) -> tensor<1x1x2xf32>
  relax.return %0 : tensor<1x1x2xf32>
}

// All of it, and what is left has no elements.
// VALUES: @none gives {{\[\[\[}}]]]
relax.func @none() -> tensor<1x1x0xf32> {
  %x = relax.constant dense<[[[1.0]]]> : tensor<1x1x1xf32>
  %w = relax.constant dense<1.0> : tensor<1x1x1xf32>
  %0 = relax.nn.conv1d_transpose %x, %w {strides = array<i64: 2>, padding = array<i64: 0, 1>} : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x0xf32>
  relax.return %0 : tensor<1x1x0xf32>
}

// The same of a size that only the run time knows.
// VALUES: @main gives {{\[\[\[}}]]]
relax.func private @unknown(%x: tensor<1x1x?xf32, #relax.dims<[1, 1, n]>>) -> tensor<1x1x?xf32> {
  %w = relax.constant dense<1.0> : tensor<1x1x1xf32>
  %0 = relax.nn.conv1d_transpose %x, %w {strides = array<i64: 2>, padding = array<i64: 0, 1>} : (tensor<1x1x?xf32, #relax.dims<[1, 1, n]>>, tensor<1x1x1xf32>) -> tensor<1x1x?xf32, #relax.dims<[1, 1, n * 2 - 2]>>
  %1 = relax.match_cast %0 : tensor<1x1x?xf32, #relax.dims<[1, 1, n * 2 - 2]>> to tensor<1x1x?xf32>
  relax.return %1 : tensor<1x1x?xf32>
}
relax.func @main() -> tensor<1x1x?xf32> {
  %x = relax.constant dense<[[[1.0]]]> : tensor<1x1x1xf32>
  %0 = relax.call @unknown(%x) : (tensor<1x1x1xf32>) -> tensor<1x1x?xf32>
  relax.return %0 : tensor<1x1x?xf32>
}
