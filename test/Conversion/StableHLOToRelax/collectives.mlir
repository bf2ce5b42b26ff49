// Exchange among devices: groups become axes of a grid of workers, of which the module has replicas times partitions.
// RUN: relax-opt %s --convert-stablehlo-to-relax | FileCheck %s
// RUN: relax-opt %S/Inputs/portable-collectives.mlirbc --convert-stablehlo-to-relax | FileCheck %s --check-prefix=PORTABLE
// What threads compute is compared in test/Integration/stablehlo_devices.py.

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 2 : i32} {
// CHECK-LABEL: relax.func @main
// Replicas of one partition: every fourth worker.
// CHECK: relax.ccl.allreduce {{.*}}mesh = array<i64: 1, 2, 4>, mesh_axes = array<i64: 1>}
// Workers in pairs.
// CHECK: relax.ccl.allgather {{.*}}mesh = array<i64: 4, 2, 1>, mesh_axes = array<i64: 1>, num_workers = 2 : i64
// CHECK: relax.permute_dims
// Two axes of a grid of 2 x 2 x 2.
// CHECK: relax.ccl.allreduce {{.*}}mesh = array<i64: 1, 2, 2, 2, 1>, mesh_axes = array<i64: 1, 3>, op_type = "max"
// CHECK: relax.dist.redistribute_replica_to_shard {{.*}}mesh = array<i64: 8>, mesh_axes = array<i64: 0>, num_workers = 8
func.func @main(%x: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x4xf32>, tensor<4x2xf32>, tensor<ui32>) {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
  %2 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[5, 0, 1, 4], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %3 = stablehlo.partition_id : tensor<ui32>
  return %0, %1, %2, %3 : tensor<4x2xf32>, tensor<4x4xf32>, tensor<4x2xf32>, tensor<ui32>
}

// Tokens leave nothing that is used.
// CHECK-LABEL: relax.func @tokens
// CHECK: relax.return %arg0 : tensor<4xf32>
func.func @tokens(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.after_all %0, %0 : !stablehlo.token
  return %x : tensor<4xf32>
}
}

// The body of a program that JAX maps over four devices, as byte code of version 1.9.0.
// PORTABLE: relax.ccl.allreduce {{.*}}mesh = array<i64: 1, 4, 1>, mesh_axes = array<i64: 1>
// PORTABLE: relax.ccl.allgather
// PORTABLE: relax.ccl.all_to_all
// PORTABLE: relax.ccl.reduce_scatter
