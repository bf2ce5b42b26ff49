// RUN: relax-opt %s -split-input-file -relax-propagate-sharding | FileCheck %s

// Windows, sums so far, an order and triangles are of whole axes.

// CHECK-LABEL: @rows
relax.device_mesh @mesh [2]
relax.func @rows(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %xs = relax.dist.annotate_sharding %x on @mesh [S[2]] : tensor<1x4x8x8xf32>
  // CHECK: relax.ccl.allgather
  // CHECK: relax.nn.max_pool2d {{.*}} : (tensor<1x4x8x8xf32>)
  %0 = relax.nn.max_pool2d %xs {pool_size = array<i64: 3, 3>, padding = array<i64: 1, 1, 1, 1>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  relax.return %0 : tensor<1x4x8x8xf32>
}

// -----

// CHECK-LABEL: @along
relax.device_mesh @mesh [2]
relax.func @along(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %xs = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<8x8xf32>
  // CHECK: relax.cumsum {{.*}} {axis = 1 : i64} : (tensor<4x8xf32>)
  %0 = relax.cumsum %xs {axis = 1 : i64} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: relax.ccl.allgather
  // CHECK: relax.flip {{.*}} : (tensor<8x8xf32>)
  %1 = relax.flip %0 {axis = 0 : i64} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  relax.return %1 : tensor<8x8xf32>
}

// -----

// A slope for each element of an axis is no elementwise operand, though sizes fit.
// CHECK-LABEL: @slopes
relax.device_mesh @mesh [2]
relax.func @slopes(%x: tensor<8x8xf32>, %a: tensor<8xf32>) -> tensor<8x8xf32> {
  %xs = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<8x8xf32>
  // CHECK: relax.nn.prelu {{.*}} : (tensor<8x8xf32>, tensor<8xf32>)
  %0 = relax.nn.prelu %xs, %a {axis = 0 : i64} : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
  relax.return %0 : tensor<8x8xf32>
}

// -----

// The batch of a convolution's derivative, and of a pooling's, stays split.
// CHECK-LABEL: @back
relax.device_mesh @mesh [2]
relax.func @back(%g: tensor<4x6x4x4xf32>, %w: tensor<6x3x3x3xf32>, %x: tensor<4x3x8x8xf32>) -> tensor<4x3x8x8xf32> {
  %gs = relax.dist.annotate_sharding %g on @mesh [S[0]] : tensor<4x6x4x4xf32>
  // CHECK-NOT: relax.ccl
  // CHECK: relax.nn.conv2d_transpose {{.*}} -> tensor<2x3x4x4xf32>
  %0 = relax.nn.conv2d_transpose %gs, %w {padding = array<i64: 1, 1, 1, 1>} : (tensor<4x6x4x4xf32>, tensor<6x3x3x3xf32>) -> tensor<4x3x4x4xf32>
  // CHECK: relax.grad.max_pool2d_backward {{.*}} -> tensor<2x3x8x8xf32>
  %1 = relax.grad.max_pool2d_backward %0, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<4x3x4x4xf32>, tensor<4x3x8x8xf32>) -> tensor<4x3x8x8xf32>
  // CHECK: relax.ccl.allgather
  relax.return %1 : tensor<4x3x8x8xf32>
}

// -----

// Of input channels each worker has a part of the sum.
// CHECK-LABEL: @channels
relax.device_mesh @mesh [2]
relax.func @channels(%g: tensor<4x6x4x4xf32>, %w: tensor<6x3x3x3xf32>) -> tensor<4x3x4x4xf32> {
  %ws = relax.dist.annotate_sharding %w on @mesh [S[0]] : tensor<6x3x3x3xf32>
  // CHECK: %[[PART:.*]] = relax.nn.conv2d_transpose {{.*}} : (tensor<4x3x4x4xf32>, tensor<3x3x3x3xf32>) -> tensor<4x3x4x4xf32>
  // CHECK: relax.ccl.allreduce %[[PART]]
  %0 = relax.nn.conv2d_transpose %g, %ws {padding = array<i64: 1, 1, 1, 1>} : (tensor<4x6x4x4xf32>, tensor<6x3x3x3xf32>) -> tensor<4x3x4x4xf32>
  relax.return %0 : tensor<4x3x4x4xf32>
}

// -----

// Half of a kernel's columns would be read as a kernel of its own, at other
// places where there is padding.
// CHECK-LABEL: @kernel
relax.device_mesh @mesh [2]
relax.func @kernel(%x: tensor<2x3x4x7xf32>, %w: tensor<6x3x1x2xf32>) -> tensor<2x6x2x4xf32> {
  %ws = relax.dist.annotate_sharding %w on @mesh [S[3]] : tensor<6x3x1x2xf32>
  // CHECK: relax.ccl.allgather
  // CHECK: relax.nn.conv2d {{.*}} : (tensor<2x3x4x7xf32>, tensor<6x3x1x2xf32>)
  // CHECK-NOT: relax.ccl
  %0 = relax.nn.conv2d %x, %ws {strides = array<i64: 2, 2>, padding = array<i64: 0, 0, 0, 1>} : (tensor<2x3x4x7xf32>, tensor<6x3x1x2xf32>) -> tensor<2x6x2x4xf32>
  relax.return %0 : tensor<2x6x2x4xf32>
}

// -----

// The channels of a group's kernels are not all of the image's.
// CHECK-LABEL: @groups
relax.device_mesh @mesh [2]
relax.func @groups(%x: tensor<2x8x6x6xf32>, %w: tensor<4x4x3x3xf32>) -> tensor<2x4x4x4xf32> {
  %ws = relax.dist.annotate_sharding %w on @mesh [S[1]] : tensor<4x4x3x3xf32>
  // CHECK: relax.ccl.allgather
  // CHECK: relax.nn.conv2d {{.*}} : (tensor<2x8x6x6xf32>, tensor<4x4x3x3xf32>)
  // CHECK-NOT: relax.ccl
  %0 = relax.nn.conv2d %x, %ws {groups = 2 : i64} : (tensor<2x8x6x6xf32>, tensor<4x4x3x3xf32>) -> tensor<2x4x4x4xf32>
  relax.return %0 : tensor<2x4x4x4xf32>
}
