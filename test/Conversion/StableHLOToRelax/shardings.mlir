// Shardings of JAX become hints, and these each worker's part.
// RUN: relax-opt %s --split-input-file --convert-stablehlo-to-relax | FileCheck %s
// RUN: relax-opt %s --split-input-file --convert-stablehlo-to-relax --relax-propagate-sharding | FileCheck %s --check-prefix=PART

// As jax.export writes it.
// CHECK: relax.device_mesh @mesh [2, 2]
// CHECK-LABEL: relax.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<32x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT: %[[X:.*]] = relax.dist.annotate_sharding %arg0 on @mesh [S[0], R] : tensor<8x16xf32>
// CHECK-NEXT: %[[W:.*]] = relax.dist.annotate_sharding %arg1 on @mesh [R, S[1]] : tensor<16x32xf32>
// CHECK-NEXT: %[[V:.*]] = relax.dist.annotate_sharding %arg2 on @mesh [R, S[0]] : tensor<32x8xf32>
// CHECK-NEXT: %[[H:.*]] = relax.matmul %[[X]], %[[W]]
// CHECK: %[[A:.*]] = relax.maximum %[[H]]
// CHECK-NEXT: %[[C:.*]] = relax.dist.annotate_sharding %[[A]] on @mesh [S[0], S[1]] : tensor<8x32xf32>
// CHECK-NEXT: %[[Y:.*]] = relax.matmul %[[C]], %[[V]]
// CHECK-NEXT: %[[R:.*]] = relax.dist.annotate_sharding %[[Y]] on @mesh [S[0], R] : tensor<8x8xf32>
// CHECK-NEXT: relax.return %[[R]]
// CHECK-NOT: sdy
// PART-LABEL: relax.func @main(
// PART-SAME: tensor<4x16xf32> {relax.sharding = "[2, 2] [S[0], R]"}
// PART-SAME: -> tensor<4x8xf32>
// PART: relax.ccl.allreduce %{{.*}} {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg2: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> (tensor<8x8xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %1 = call @relu(%0) : (tensor<8x32xf32>) -> tensor<8x32xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"data"}, {"model"}]> : tensor<8x32xf32>
    %3 = stablehlo.dot_general %2, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<32x8xf32>) -> tensor<8x8xf32>
    return %3 : tensor<8x8xf32>
  }
  func.func private @relu(%arg0: tensor<8x32xf32>) -> tensor<8x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x32xf32>
    return %1 : tensor<8x32xf32>
  }
}

// -----

// Two axes of one dimension; what is whole or left open has no hint but where
// the program asks for all of it. A function may have nothing else.
// CHECK: relax.device_mesh @mesh [2, 2]
// CHECK-NOT: relax.device_mesh
// CHECK-LABEL: relax.func @main(
// CHECK-NEXT: %[[X:.*]] = relax.dist.annotate_sharding %arg0 on @mesh [S[0], S[0]]
// CHECK-NEXT: %[[Y:.*]] = relax.dist.annotate_sharding %[[X]] on @mesh [R, R]
// CHECK-NEXT: relax.return %[[Y]], %arg1
sdy.mesh @mesh = <["a"=2, "b"=2], device_ids=[0, 1, 2, 3]>
sdy.mesh @unused = <[]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32>) {
  %0 = sdy.sharding_constraint %x <@mesh, [{}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %y <@mesh, [{?}]> : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
