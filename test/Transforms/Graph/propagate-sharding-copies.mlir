// Copies of one element, as the derivative of a mean, and what is made of them
// are split as those want them who read them.
// RUN: relax-opt %s --relax-propagate-sharding | FileCheck %s
relax.device_mesh @mesh [2]

// CHECK-LABEL: relax.func @product(
// CHECK-NOT: relax.ccl.allgather
// CHECK: relax.broadcast_to %{{.*}} : (tensor<f32>, !relax.shape<[4, 6]>) -> tensor<4x6xf32>
// CHECK-NOT: relax.ccl.allgather
// CHECK: relax.matmul %{{.*}}, %{{.*}} : (tensor<4x6xf32>, tensor<6x3xf32>) -> tensor<4x3xf32>
// CHECK-NOT: relax.ccl.allgather
// CHECK: relax.multiply %{{.*}}, %{{.*}} : tensor<4x3xf32>
// CHECK: relax.ccl.allreduce
relax.func @product(%x: tensor<8x3xf32>, %w: tensor<6x3xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<8x3xf32>
  %s = relax.shape [8, 6] : !relax.shape<[8, 6]>
  %1 = relax.broadcast_to %c, %s : (tensor<f32>, !relax.shape<[8, 6]>) -> tensor<8x6xf32>
  %2 = relax.matmul %1, %w : (tensor<8x6xf32>, tensor<6x3xf32>) -> tensor<8x3xf32>
  %3 = relax.multiply %0, %2 : tensor<8x3xf32>
  %4 = relax.sum %3 : (tensor<8x3xf32>) -> tensor<f32>
  relax.return %4 : tensor<f32>
}

// What nobody splits is whole.
// CHECK-LABEL: relax.func @whole(
// CHECK: relax.broadcast_to %{{.*}} : (tensor<f32>, !relax.shape<[8, 6]>) -> tensor<8x6xf32>
relax.func @whole(%x: tensor<8x3xf32>, %c: tensor<f32>) -> (tensor<8x3xf32>, tensor<8x6xf32>) {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<8x3xf32>
  %s = relax.shape [8, 6] : !relax.shape<[8, 6]>
  %1 = relax.broadcast_to %c, %s : (tensor<f32>, !relax.shape<[8, 6]>) -> tensor<8x6xf32>
  %2 = relax.exp %1 : tensor<8x6xf32>
  %3 = relax.exp %0 : tensor<8x3xf32>
  relax.return %3, %2 : tensor<8x3xf32>, tensor<8x6xf32>
}
