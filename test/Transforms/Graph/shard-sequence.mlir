// Sums over places, as in the derivative of attention, by the plan `sequence`.
// RUN: relax-opt %s --relax-shard="mesh=2 plan=sequence" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: relax-opt %t.mlir --relax-shard="mesh=2 plan=sequence" | diff %t.mlir -
// RUN: relax-opt %t.mlir --relax-propagate-sharding | FileCheck %s --check-prefix=SPREAD
// RUN: relax-opt %s --relax-shard="mesh=3 plan=sequence" | FileCheck %s --check-prefix=KEPT
// RUN: relax-opt %s --relax-shard="mesh=2x2 plan=sequence,data" | FileCheck %s --check-prefix=KEPT
// RUN: relax-opt %s --relax-shard="mesh=2x1 plan=sequence,data" | FileCheck %s --check-prefix=ONE

// The second operand's places are those of keys. What each worker has is a part
// of the sum, of which it needs its own places.
// CHECK-LABEL: relax.func @main
// CHECK: %[[X:.*]] = relax.dist.annotate_sharding %arg0 on @mesh [S[1]]
// CHECK: %[[SUM:.*]] = relax.matmul {{.*}} : (tensor<2x8x8xf32>, tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
// CHECK-NEXT: %[[WHOLE:.*]] = relax.dist.annotate_sharding %[[SUM]] on @mesh [R] : tensor<2x8x4xf32>
// CHECK-NEXT: %[[PART:.*]] = relax.dist.annotate_sharding %[[WHOLE]] on @mesh [S[1]] : tensor<2x8x4xf32>
// CHECK-NEXT: relax.matmul %[[PART]], %arg1
// The derivative of a weight has no places.
// CHECK: relax.matmul
// CHECK-NOT: annotate_sharding

// SPREAD-LABEL: relax.func @main(%arg0: tensor<2x4x4xf32>
// SPREAD: relax.ccl.allgather
// SPREAD: %[[SUM:.*]] = relax.matmul {{.*}} : (tensor<2x8x4xf32>, tensor<2x4x4xf32>) -> tensor<2x8x4xf32>
// SPREAD-NOT: allreduce
// SPREAD: relax.ccl.reduce_scatter
// SPREAD: relax.matmul {{.*}} : (tensor<2x4x4xf32>, tensor<4x4xf32>) -> tensor<2x4x4xf32>
// SPREAD: relax.matmul {{.*}} : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
// SPREAD-NEXT: relax.ccl.allreduce

// Places that the workers do not divide, and other axes that split.
// KEPT-LABEL: relax.func @main
// KEPT: relax.dist.annotate_sharding %arg0
// KEPT-NOT: annotate_sharding

// An axis of one worker splits nothing.
// ONE: annotate_sharding %arg0 on @mesh [S[1], S[0]]
// ONE: annotate_sharding %{{.*}} on @mesh [R, R]
// ONE: annotate_sharding %{{.*}} on @mesh [S[1], R]
relax.func @main(%x: tensor<2x8x4xf32>, %w: tensor<4x4xf32>) -> (tensor<2x8x4xf32>, tensor<2x4x4xf32>) attributes {num_input = 1 : i64} {
  %t = relax.permute_dims %x {axes = array<i64: 0, 2, 1>} : (tensor<2x8x4xf32>) -> tensor<2x4x8xf32>
  %scores = relax.matmul %x, %t : (tensor<2x8x4xf32>, tensor<2x4x8xf32>) -> tensor<2x8x8xf32>
  %p = relax.nn.softmax %scores : tensor<2x8x8xf32>
  %pt = relax.permute_dims %p {axes = array<i64: 0, 2, 1>} : (tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %sum = relax.matmul %pt, %x : (tensor<2x8x8xf32>, tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %y = relax.matmul %sum, %w : (tensor<2x8x4xf32>, tensor<4x4xf32>) -> tensor<2x8x4xf32>
  %dw = relax.matmul %t, %y : (tensor<2x4x8xf32>, tensor<2x8x4xf32>) -> tensor<2x4x4xf32>
  relax.return %y, %dw : tensor<2x8x4xf32>, tensor<2x4x4xf32>
}
