// Plans for how tensors are spread over workers.
// RUN: relax-opt %s --split-input-file --relax-shard="mesh=2x4 plan=data,tensor" | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-shard="mesh=2x4 plan=data,tensor" --relax-shard="mesh=4 plan=data" | FileCheck %s

// Rows of the batch, and columns and rows of weights with what stands between
// them: a bias of the first product is split, one of the second is whole.
// CHECK: relax.device_mesh @mesh [2, 4]
// CHECK-LABEL: relax.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<32x4xf32>, %arg4: tensor<4xf32>)
// CHECK-DAG: relax.dist.annotate_sharding %arg0 on @mesh [S[0], R]
// CHECK-DAG: relax.dist.annotate_sharding %arg1 on @mesh [R, S[1]]
// CHECK-DAG: relax.dist.annotate_sharding %arg2 on @mesh [R, S[0]]
// CHECK-DAG: relax.dist.annotate_sharding %arg3 on @mesh [R, S[0]]
// CHECK-NOT: relax.dist.annotate_sharding
relax.func @main(%x: tensor<8x16xf32>, %w: tensor<16x32xf32>, %b: tensor<32xf32>, %v: tensor<32x4xf32>, %c: tensor<4xf32>) -> tensor<8x4xf32> attributes {num_input = 1 : i64} {
  %0 = relax.dataflow -> tensor<8x4xf32> {
    %h0 = relax.matmul %x, %w : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %h1 = relax.add %h0, %b : (tensor<8x32xf32>, tensor<32xf32>) -> tensor<8x32xf32>
    %h = relax.nn.relu %h1 : tensor<8x32xf32>
    %y0 = relax.matmul %h, %v : (tensor<8x32xf32>, tensor<32x4xf32>) -> tensor<8x4xf32>
    %y = relax.add %y0, %c : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8x4xf32>
    relax.output %y : tensor<8x4xf32>
  }
  relax.return %0 : tensor<8x4xf32>
}

// -----

// Weights are split as they are stored, whatever order and type they are
// multiplied in. A product of the first pair takes no part in a second one.
// CHECK: relax.device_mesh @mesh_0 [2, 4]
// CHECK: relax.device_mesh @mesh [7]
// CHECK-LABEL: relax.func @main(
// CHECK-DAG: relax.dist.annotate_sharding %arg1 on @mesh_0 [R, S[0]] : tensor<32x16xf16>
// CHECK-DAG: relax.dist.annotate_sharding %arg2 on @mesh_0 [R, S[1]] : tensor<16x32xf32>
// CHECK-DAG: relax.dist.annotate_sharding %arg0 on @mesh_0 [S[0], R] : tensor<8x16xf32>
// CHECK-NOT: relax.dist.annotate_sharding
relax.device_mesh @mesh [7]
relax.func @main(%x: tensor<8x16xf32>, %w: tensor<32x16xf16>, %v: tensor<16x32xf32>, %u: tensor<16x4xf32>) -> tensor<8x4xf32> attributes {num_input = 1 : i64} {
  %w0 = relax.permute_dims %w : (tensor<32x16xf16>) -> tensor<16x32xf16>
  %w1 = relax.astype %w0 {dtype = f32} : (tensor<16x32xf16>) -> tensor<16x32xf32>
  %v0 = relax.permute_dims %v : (tensor<16x32xf32>) -> tensor<32x16xf32>
  %0 = relax.matmul %x, %w1 : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = relax.matmul %0, %v0 : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  %2 = relax.tanh %1 : tensor<8x16xf32>
  %3 = relax.matmul %2, %u : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  relax.return %3 : tensor<8x4xf32>
}
