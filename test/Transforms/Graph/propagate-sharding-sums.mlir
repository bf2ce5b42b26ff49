// Partial sums are added up behind the last operator that sums go through.
// RUN: relax-opt %s --split-input-file --relax-propagate-sharding | FileCheck %s

// Two products are added before workers exchange, and turned round.
// CHECK-LABEL: relax.func @late
// CHECK-COUNT-2: relax.matmul
// CHECK-NEXT: %[[S:.*]] = relax.add
// CHECK-NEXT: %[[T:.*]] = relax.permute_dims %[[S]]
// CHECK-NEXT: %[[N:.*]] = relax.negative %[[T]]
// CHECK-NEXT: %[[A:.*]] = relax.ccl.allreduce %[[N]] {mesh = array<i64: 2>, mesh_axes = array<i64: 0>} : (tensor<6x4xf32>) -> tensor<6x4xf32>
// CHECK-NEXT: %[[E:.*]] = relax.exp %[[A]]
// CHECK-NEXT: relax.return %[[E]]
relax.device_mesh @mesh [2]
relax.func @late(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>, %v: tensor<8x6xf32>) -> tensor<6x4xf32> {
  %xs = relax.dist.annotate_sharding %x on @mesh [S[1]] : tensor<4x8xf32>
  %ws = relax.dist.annotate_sharding %w on @mesh [S[0]] : tensor<8x6xf32>
  %vs = relax.dist.annotate_sharding %v on @mesh [S[0]] : tensor<8x6xf32>
  %0 = relax.matmul %xs, %ws : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %1 = relax.matmul %xs, %vs : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %2 = relax.add %0, %1 : tensor<4x6xf32>
  %3 = relax.permute_dims %2 : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %4 = relax.negative %3 : tensor<6x4xf32>
  %5 = relax.exp %4 : tensor<6x4xf32>
  relax.return %5 : tensor<6x4xf32>
}

// -----

// Not behind what makes more of them, what several read, what is not linear,
// nor in front of columns that workers have parts of.
// CHECK-LABEL: relax.func @early
// CHECK: %[[P:.*]] = relax.matmul %arg0, %arg1
// CHECK-NEXT: %[[A:.*]] = relax.ccl.allreduce %[[P]]
// CHECK-NEXT: relax.negative %[[A]]
// CHECK-NEXT: %[[C:.*]] = relax.matmul %[[A]], %arg2 : (tensor<4x6xf32>, tensor<6x1xf32>) -> tensor<4x1xf32>
// CHECK: %[[Q:.*]] = relax.matmul %arg0, %arg1
// CHECK-NEXT: %[[B:.*]] = relax.ccl.allreduce %[[Q]]
// CHECK: relax.broadcast_to %[[B]]
relax.device_mesh @mesh [2]
relax.func @early(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>, %v: tensor<6x2xf32>) -> (tensor<4x6xf32>, tensor<4x2xf32>, tensor<2x4x6xf32>) {
  %xs = relax.dist.annotate_sharding %x on @mesh [S[1]] : tensor<4x8xf32>
  %ws = relax.dist.annotate_sharding %w on @mesh [S[0]] : tensor<8x6xf32>
  %vs = relax.dist.annotate_sharding %v on @mesh [S[1]] : tensor<6x2xf32>
  %0 = relax.matmul %xs, %ws : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %1 = relax.negative %0 : tensor<4x6xf32>
  %2 = relax.matmul %0, %vs : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
  %3 = relax.matmul %xs, %ws : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %s = relax.shape [2, 4, 6] : !relax.shape<[2, 4, 6]>
  %4 = relax.broadcast_to %3, %s : (tensor<4x6xf32>, !relax.shape<[2, 4, 6]>) -> tensor<2x4x6xf32>
  relax.return %1, %2, %4 : tensor<4x6xf32>, tensor<4x2xf32>, tensor<2x4x6xf32>
}

// -----

// A worker that needs a part of a sum has no more of it: half an all-reduce.
// CHECK-LABEL: relax.func @part
// CHECK: %[[P:.*]] = relax.matmul
// CHECK-NOT: relax.ccl.allreduce
// CHECK: %[[S:.*]] = relax.ccl.reduce_scatter %[[P]] {mesh = array<i64: 2>, mesh_axes = array<i64: 0>, num_workers = 2 : i64} : (tensor<4x6xf32>) -> tensor<2x6xf32>
// CHECK: relax.return %[[S]]
relax.device_mesh @mesh [2]
relax.func @part(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %xs = relax.dist.annotate_sharding %x on @mesh [S[1]] : tensor<4x8xf32>
  %ws = relax.dist.annotate_sharding %w on @mesh [S[0]] : tensor<8x6xf32>
  %0 = relax.matmul %xs, %ws : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %1 = relax.dist.annotate_sharding %0 on @mesh [R] : tensor<4x6xf32>
  %2 = relax.dist.annotate_sharding %1 on @mesh [S[0]] : tensor<4x6xf32>
  relax.return %2 : tensor<4x6xf32>
}
