// The plan of experts: tokens are split by the batch, weights by experts, and
// what is between them goes from one to the other by an all-to-all.
// RUN: relax-opt %s --relax-shard="mesh=4 plan=expert" | FileCheck %s
// RUN: relax-opt %s --relax-shard="mesh=4 plan=expert" --relax-shard="mesh=4 plan=expert" | FileCheck %s
// RUN: relax-opt %s --relax-shard="mesh=4 plan=expert" --relax-propagate-sharding | FileCheck %s --check-prefix=PART
// CHECK-LABEL: relax.func @main(
// CHECK-DAG: relax.dist.annotate_sharding %arg0 on @mesh [S[0]] : tensor<4x8x16xf32>
// CHECK-DAG: relax.dist.annotate_sharding %arg1 on @mesh [S[0]] : tensor<8x16x32xf32>
// CHECK: %[[TURNED:.*]] = relax.permute_dims
// CHECK: %[[TOKENS:.*]] = relax.dist.annotate_sharding %[[TURNED]] on @mesh [S[0]] : tensor<8x4x16xf32>
// CHECK: relax.matmul %[[TOKENS]],
// PART: relax.ccl.all_to_all
// PART: relax.matmul %{{.*}}, %arg1 : (tensor<2x4x16xf32>, tensor<2x16x32xf32>) -> tensor<2x4x32xf32>
relax.func @main(%x: tensor<4x8x16xf32>, %w: tensor<8x16x32xf32>) -> tensor<8x4x32xf32> attributes {num_input = 1 : i64} {
  %0 = relax.permute_dims %x {axes = array<i64: 1, 0, 2>} : (tensor<4x8x16xf32>) -> tensor<8x4x16xf32>
  %1 = relax.matmul %0, %w : (tensor<8x4x16xf32>, tensor<8x16x32xf32>) -> tensor<8x4x32xf32>
  relax.return %1 : tensor<8x4x32xf32>
}
