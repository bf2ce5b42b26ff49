// Fields of tuples are spread as other tensors are, and are in tuples again at
// the end.
// RUN: relax-opt %s --split-input-file --relax-propagate-sharding | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-propagate-sharding | relax-opt --split-input-file --relax-propagate-sharding | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-shard="mesh=2 plan=tensor" | FileCheck %s --check-prefix=PLAN

// Weights in a tuple, and one in a tuple of it; a tuple of the function's own is
// gone.
// CHECK-LABEL: relax.func @main(
// CHECK-SAME: %arg0: tensor<6x4xf32>
// CHECK-SAME: , %[[W:.*]]: tuple<tensor<4x4xf32>, tuple<tensor<4x2xf32>>> {relax.name = "weights"}) -> tuple<tensor<6x4xf32>, tuple<tensor<6x2xf32>>>
// CHECK-SAME: num_input = 1
// CHECK-DAG: %[[A:.*]] = relax.tuple_get_item %[[W]][0] : {{.*}} -> tensor<4x4xf32>
// CHECK-DAG: %[[I:.*]] = relax.tuple_get_item %[[W]][1] : {{.*}} -> tuple<tensor<4x2xf32>>
// CHECK-DAG: %[[B:.*]] = relax.tuple_get_item %[[I]][0] : {{.*}} -> tensor<4x2xf32>
// CHECK: %[[H:.*]] = relax.matmul %arg0, %[[A]]
// CHECK: %[[Y:.*]] = relax.matmul %{{.*}}, %[[B]]
// CHECK-NOT: relax.tuple %
// CHECK: %[[S:.*]] = relax.ccl.allreduce %[[Y]]
// CHECK: %[[R:.*]] = relax.tuple %[[S]] : (tensor<6x2xf32>) -> tuple<tensor<6x2xf32>>
// CHECK: %[[T:.*]] = relax.tuple %{{.*}}, %[[R]] :
// CHECK: relax.return %[[T]]
// PLAN-LABEL: relax.func @main(
relax.device_mesh @mesh [2]
relax.func @main(%x: tensor<6x4xf32>, %w: tuple<tensor<4x8xf32>, tuple<tensor<8x2xf32>>> {relax.name = "weights"}) -> tuple<tensor<6x4xf32>, tuple<tensor<6x2xf32>>> attributes {num_input = 1 : i64} {
  %a = relax.tuple_get_item %w[0] : tuple<tensor<4x8xf32>, tuple<tensor<8x2xf32>>> -> tensor<4x8xf32>
  %i = relax.tuple_get_item %w[1] : tuple<tensor<4x8xf32>, tuple<tensor<8x2xf32>>> -> tuple<tensor<8x2xf32>>
  %b = relax.tuple_get_item %i[0] : tuple<tensor<8x2xf32>> -> tensor<8x2xf32>
  %as = relax.dist.annotate_sharding %a on @mesh [S[1]] : tensor<4x8xf32>
  %bs = relax.dist.annotate_sharding %b on @mesh [S[0]] : tensor<8x2xf32>
  %h = relax.matmul %x, %as : (tensor<6x4xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  %t = relax.tuple %x, %h : (tensor<6x4xf32>, tensor<6x8xf32>) -> tuple<tensor<6x4xf32>, tensor<6x8xf32>>
  %u = relax.tuple_get_item %t[1] : tuple<tensor<6x4xf32>, tensor<6x8xf32>> -> tensor<6x8xf32>
  %r = relax.nn.relu %u : tensor<6x8xf32>
  %y = relax.matmul %r, %bs : (tensor<6x8xf32>, tensor<8x2xf32>) -> tensor<6x2xf32>
  %c = relax.tuple %y : (tensor<6x2xf32>) -> tuple<tensor<6x2xf32>>
  %d = relax.tuple %x, %c : (tensor<6x4xf32>, tuple<tensor<6x2xf32>>) -> tuple<tensor<6x4xf32>, tuple<tensor<6x2xf32>>>
  relax.return %d : tuple<tensor<6x4xf32>, tuple<tensor<6x2xf32>>>
}

// -----

// A plan puts its hints on fields.
// CHECK-LABEL: relax.func @main(
// PLAN: relax.device_mesh @mesh [2]
// PLAN-LABEL: relax.func @main(
// PLAN-SAME: , %[[W:.*]]: tuple<tensor<4x8xf32>, tensor<8x2xf32>>) -> tensor<6x2xf32>
// PLAN-DAG: %[[A:.*]] = relax.tuple_get_item %[[W]][0]
// PLAN-DAG: %[[B:.*]] = relax.tuple_get_item %[[W]][1]
// PLAN-DAG: relax.dist.annotate_sharding %[[A]] on @mesh [S[1]]
// PLAN-DAG: relax.dist.annotate_sharding %[[B]] on @mesh [S[0]]
relax.func @main(%x: tensor<6x4xf32>, %w: tuple<tensor<4x8xf32>, tensor<8x2xf32>>) -> tensor<6x2xf32> attributes {num_input = 1 : i64} {
  %a = relax.tuple_get_item %w[0] : tuple<tensor<4x8xf32>, tensor<8x2xf32>> -> tensor<4x8xf32>
  %b = relax.tuple_get_item %w[1] : tuple<tensor<4x8xf32>, tensor<8x2xf32>> -> tensor<8x2xf32>
  %h = relax.matmul %x, %a : (tensor<6x4xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  %r = relax.nn.relu %h : tensor<6x8xf32>
  %y = relax.matmul %r, %b : (tensor<6x8xf32>, tensor<8x2xf32>) -> tensor<6x2xf32>
  relax.return %y : tensor<6x2xf32>
}

// -----

// A tuple of which the fields are not at hand is taken as it is: what is made
// of it is whole.
// CHECK-LABEL: relax.func @main(
// CHECK: %[[G:.*]] = relax.ccl.allgather
// CHECK: %[[P:.*]] = relax.call @pair(%[[G]])
// CHECK: relax.return
// PLAN-LABEL: relax.func @main(
// PLAN: relax.call @pair
relax.device_mesh @mesh [2]
relax.func private @pair(%x: tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>> {
  %0 = relax.tuple %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  relax.return %0 : tuple<tensor<4xf32>, tensor<4xf32>>
}
relax.func @main(%x: tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<4xf32>
  %1 = relax.negative %0 : tensor<4xf32>
  %2 = relax.call @pair(%1) : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  relax.return %2 : tuple<tensor<4xf32>, tensor<4xf32>>
}
