// Computations of parts are functions; around them tensors are whole, unless
// parameters and results are spread as they are.
// RUN: relax-opt %s --split-input-file --convert-stablehlo-to-relax | FileCheck %s

// CHECK-LABEL: relax.func @main(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK: %[[PART:.*]] = relax.dist.redistribute_replica_to_shard %{{.*}} {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 1>, num_workers = 2 : i64} : (tensor<8x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: %[[MADE:.*]] = relax.call @manual_computation(%[[PART]]) : (tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK: relax.ccl.allgather %{{.*}} {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 1>, num_workers = 2 : i64}
// CHECK: relax.return %{{.*}} : tensor<8x4xf32>
// CHECK: relax.func private @manual_computation(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: %[[SUM:.*]] = relax.ccl.allreduce %arg0
// CHECK-NEXT: relax.return %[[SUM]]
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = stablehlo.negate %arg0 : tensor<8x4xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"y"}, {}]>] manual_axes={"y"} (%arg1: tensor<4x4xf32>) {
      %2 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %4 = stablehlo.add %a, %b : tensor<f32>
        %5 = sdy.sharding_constraint %4 <@mesh, []> : tensor<f32>
        stablehlo.return %5 : tensor<f32>
      }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %3 = sdy.sharding_constraint %2 <@mesh, [{"x"}, {}]> : tensor<4x4xf32>
      sdy.return %3 : tensor<4x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
}

// -----

// CHECK-NOT: relax.device_mesh
// CHECK-LABEL: relax.func @main(%arg0: tensor<4x4xf32>) -> tensor<4x2xf32>
// CHECK-NEXT: %[[MADE:.*]] = relax.call @manual_computation(%arg0) : (tensor<4x4xf32>) -> tensor<4x2xf32>
// CHECK-NEXT: relax.return %[[MADE]]
// CHECK-NOT: sdy
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%arg1: tensor<4x4xf32>) {
      %1 = stablehlo.slice %arg1 [0:4, 0:2] : (tensor<4x4xf32>) -> tensor<4x2xf32>
      sdy.return %1 : tensor<4x2xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
