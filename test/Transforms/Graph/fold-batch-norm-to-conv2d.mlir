// RUN: relax-opt %s --relax-fold-batch-norm-to-conv2d --canonicalize | FileCheck %s
// RUN: %same-results=relax-fold-batch-norm-to-conv2d --tolerance=1e-5

// CHECK-LABEL: @fold
// CHECK-DAG: relax.constant dense<6.000000e+00> : tensor<2x1x1x1xf32>
// CHECK-DAG: relax.constant dense<1.000000e+00> : tensor<1x2x1x1xf32>
// CHECK: relax.nn.conv2d
// CHECK: relax.add
// CHECK-NOT: batch_norm
relax.func @fold(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %w = relax.constant dense<3.0> : tensor<2x1x1x1xf32>
  %g = relax.constant dense<2.0> : tensor<2xf32>
  %b = relax.constant dense<1.0> : tensor<2xf32>
  %m = relax.constant dense<0.0> : tensor<2xf32>
  %v = relax.constant dense<1.0> : tensor<2xf32>
  %0 = relax.nn.conv2d %x, %w : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x4x4xf32>
  %1:3 = relax.nn.batch_norm %0, %g, %b, %m, %v {axis = 1 : i64, epsilon = 0.0} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>)
  relax.return %1#0 : tensor<1x2x4x4xf32>
}

// A convolution that something else uses keeps its weight.
// CHECK-LABEL: @shared
// CHECK: relax.nn.batch_norm
relax.func @shared(%x: tensor<1x1x4x4xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) {
  %w = relax.constant dense<3.0> : tensor<2x1x1x1xf32>
  %g = relax.constant dense<2.0> : tensor<2xf32>
  %0 = relax.nn.conv2d %x, %w : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x4x4xf32>
  %1:3 = relax.nn.batch_norm %0, %g, %g, %g, %g {axis = 1 : i64} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>)
  relax.return %0, %1#0 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>
}

// Without channels there is nothing to scale, and nothing to divide by.
// CHECK-LABEL: @empty
// CHECK: relax.nn.batch_norm
relax.func @empty(%x: tensor<1x1x4x4xf32>) -> tensor<1x0x4x4xf32> {
  %w = relax.constant dense<> : tensor<0x1x1x1xf32>
  %g = relax.constant dense<> : tensor<0xf32>
  %0 = relax.nn.conv2d %x, %w : (tensor<1x1x4x4xf32>, tensor<0x1x1x1xf32>) -> tensor<1x0x4x4xf32>
  %1:3 = relax.nn.batch_norm %0, %g, %g, %g, %g {axis = 1 : i64} : (tensor<1x0x4x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>) -> (tensor<1x0x4x4xf32>, tensor<0xf32>, tensor<0xf32>)
  relax.return %1#0 : tensor<1x0x4x4xf32>
}
