// Stages of a pipeline: a function for each, cut where the slowest one is
// fastest.
// RUN: relax-opt %s --split-input-file --relax-shard="mesh=2x2 plan=pipeline,data micro-batches=2 gflops=0.001" | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-shard="mesh=2x2 plan=pipeline,data micro-batches=2 gflops=0.001" | relax-opt --split-input-file

// What the second stage reads of the first one is sent, what it returns stays
// there. A weight that is turned round belongs to its reader.
// CHECK-NOT: relax.device_mesh
// CHECK-LABEL: relax.func private @main_stage0_step(
// CHECK-SAME: tensor<2x16xf32>, %{{.*}}: tensor<32x16xf32>) -> (tensor<2x32xf32>, tensor<2x16xf32>)
// CHECK-NEXT: relax.negative
// CHECK-NEXT: relax.permute_dims
// CHECK-NEXT: relax.matmul
// CHECK-NEXT: relax.return
// CHECK-LABEL: relax.func impure @main_stage0(
// CHECK-SAME: %arg0: tensor<4x16xf32> {relax.name = "arg0", relax.sharding = "[2, 2] [R, S[0]]"}, %arg1: tensor<32x16xf32> {relax.name = "w"}) -> (tensor<8x16xf32> {relax.result = 1 : i64}) attributes {num_input = 1 : i64}
// CHECK-NEXT: relax.ccl.barrier {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 1>}
// CHECK-NEXT: %[[X:.*]]:2 = relax.split %arg0 {indices = array<i64: 2>}
// CHECK-NEXT: %[[A:.*]]:2 = relax.call @main_stage0_step(%[[X]]#0, %arg1)
// CHECK: relax.ccl.send %[[A]]#0 to 1 {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 0>} : tensor<2x32xf32>
// CHECK-NOT: relax.ccl.send
// CHECK: relax.call @main_stage0_step(%[[X]]#1, %arg1)
// CHECK-LABEL: relax.func private @main_stage1_step(
// CHECK-LABEL: relax.func impure @main_stage1(
// CHECK-SAME: %arg0: tensor<32x16xf32> {relax.name = "arg2"}) -> (tensor<8x16xf32> {relax.result = 0 : i64}) attributes {num_input = 0 : i64}
// CHECK-NEXT: relax.ccl.barrier
// CHECK-NEXT: %[[R:.*]] = relax.ccl.receive from 0
// CHECK-NEXT: %[[S:.*]] = relax.call @main_stage1_step(%[[R]], %arg0)
// CHECK: relax.concat %[[S]],
// CHECK-NEXT: relax.ccl.allgather %{{.*}} {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 1>, num_workers = 2 : i64}
relax.func @main(%x: tensor<8x16xf32>, %w: tensor<32x16xf32> {relax.name = "w"}, %v: tensor<32x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) attributes {num_input = 1 : i64} {
  %r = relax.negative %x : tensor<8x16xf32>
  %t = relax.permute_dims %w : (tensor<32x16xf32>) -> tensor<16x32xf32>
  %0 = relax.matmul %x, %t : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = relax.matmul %0, %v : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  relax.return %1, %r : tensor<8x16xf32>, tensor<8x16xf32>
}
