// Hints of how tensors are spread, followed through a function.
// RUN: relax-opt %s --split-input-file --relax-propagate-sharding | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-propagate-sharding --relax-propagate-sharding | FileCheck %s

// Rows are spread over one axis of the mesh, columns over the other one; a bias
// without a hint is whole, and so is the result.
// CHECK-LABEL: relax.func @mlp
// CHECK-SAME: (%[[X:.*]]: tensor<4x16xf32>{{.*}}, %[[W:.*]]: tensor<16x16xf32>{{.*}}, %[[B:.*]]: tensor<32xf32>{{.*}}, %[[V:.*]]: tensor<16x4xf32>{{.*}}) -> tensor<8x4xf32>
// CHECK-NEXT: %[[H:.*]] = relax.matmul %[[X]], %[[W]] : {{.*}} -> tensor<4x16xf32>
// CHECK-NEXT: %[[P:.*]] = relax.dist.redistribute_replica_to_shard %[[B]] {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 1>, num_workers = 2 : i64} : (tensor<32xf32>) -> tensor<16xf32>
// CHECK-NEXT: %[[A:.*]] = relax.add %[[H]], %[[P]]
// CHECK-NEXT: %[[Y:.*]] = relax.matmul %[[A]], %[[V]] : {{.*}} -> tensor<4x4xf32>
// CHECK-NEXT: %[[S:.*]] = relax.ccl.allreduce %[[Y]] {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 1>}
// CHECK-NEXT: %[[Q:.*]] = relax.nn.softmax %[[S]] : tensor<4x4xf32>
// CHECK-NEXT: %[[G:.*]] = relax.ccl.allgather %[[Q]] {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 0>, num_workers = 2 : i64}
// CHECK-NEXT: relax.return %[[G]]
relax.device_mesh @mesh [2, 2]
relax.func @mlp(%x: tensor<8x16xf32>, %w: tensor<16x32xf32>, %b: tensor<32xf32>, %v: tensor<32x4xf32>) -> tensor<8x4xf32> {
  %0 = relax.dataflow -> tensor<8x4xf32> {
    %xs = relax.dist.annotate_sharding %x on @mesh [S[0], R] : tensor<8x16xf32>
    %ws = relax.dist.annotate_sharding %w on @mesh [R, S[1]] : tensor<16x32xf32>
    %vs = relax.dist.annotate_sharding %v on @mesh [R, S[0]] : tensor<32x4xf32>
    %h = relax.matmul %xs, %ws : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %a = relax.add %h, %b : (tensor<8x32xf32>, tensor<32xf32>) -> tensor<8x32xf32>
    %y = relax.matmul %a, %vs : (tensor<8x32xf32>, tensor<32x4xf32>) -> tensor<8x4xf32>
    %q = relax.nn.softmax %y : tensor<8x4xf32>
    relax.output %q : tensor<8x4xf32>
  }
  relax.return %0 : tensor<8x4xf32>
}

// -----

// Two axes of the mesh split one dimension: their workers join it in one
// exchange. A result with a hint is a part.
// CHECK-LABEL: relax.func @twice
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>{{.*}}, %[[Y:.*]]: tensor<?xf32, #relax.dims<[n]>>{{.*}}) -> (tensor<24xf32>, tensor<2x3xf32>, tensor<?xf32, #relax.dims<[n]>>)
// CHECK: %[[N:.*]] = relax.negative %[[X]]
// CHECK: %[[R:.*]] = relax.reshape %[[N]], %{{.*}} : (tensor<2x3xf32>, !relax.shape<[6]>) -> tensor<6xf32>
// CHECK: %[[A:.*]] = relax.ccl.allgather %[[R]] {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 0, 1>, num_workers = 4 : i64} : (tensor<6xf32>) -> tensor<24xf32>
// CHECK: relax.return %[[A]], %[[N]], %[[Y]]
relax.device_mesh @mesh [2, 2]
relax.func @twice(%x: tensor<8x3xf32>, %y: tensor<?xf32, #relax.dims<[n]>>) -> (tensor<24xf32>, tensor<8x3xf32>, tensor<?xf32, #relax.dims<[n]>>) {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0], S[0]] : tensor<8x3xf32>
  %1 = relax.negative %0 : tensor<8x3xf32>
  %2 = relax.dist.annotate_sharding %1 on @mesh [S[0], S[0]] : tensor<8x3xf32>
  %s = relax.shape [24] : !relax.shape<[24]>
  %3 = relax.reshape %1, %s : (tensor<8x3xf32>, !relax.shape<[24]>) -> tensor<24xf32>
  relax.return %3, %2, %y : tensor<24xf32>, tensor<8x3xf32>, tensor<?xf32, #relax.dims<[n]>>
}

// -----

// From rows to columns each worker sends every other one a piece.
// CHECK-LABEL: relax.func @move
// CHECK: relax.reshape %{{.*}} -> tensor<4x2x3xf32>
// CHECK: relax.permute_dims %{{.*}} {axes = array<i64: 1, 0, 2>}
// CHECK: relax.ccl.all_to_all %{{.*}} {mesh = array<i64: 2>, mesh_axes = array<i64: 0>, num_workers = 2 : i64} : (tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
// CHECK: relax.reshape %{{.*}} -> tensor<8x3xf32>
relax.device_mesh @mesh [2]
relax.func @move(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<8x6xf32>
  %1 = relax.dist.annotate_sharding %0 on @mesh [S[1]] : tensor<8x6xf32>
  relax.return %1 : tensor<8x6xf32>
}

// -----

// Without a hint nothing changes, and a function that nobody calls is the same.
// CHECK-LABEL: relax.func private @dead(%arg0: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: relax.return %arg0
relax.device_mesh @mesh [2]
relax.func private @dead(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}

// -----

// Workers join numbers; booleans are gathered first.
// CHECK-LABEL: relax.func @booleans
// CHECK-NOT: relax.ccl.allreduce
// CHECK: relax.ccl.allgather
// CHECK: relax.max %{{.*}} {axis = array<i64: 1>} : (tensor<4x2xi1>) -> tensor<4xi1>
relax.device_mesh @mesh [2]
relax.func @booleans(%x: tensor<4x2xi1>) -> tensor<4xi1> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[1]] : tensor<4x2xi1>
  %1 = relax.max %0 {axis = array<i64: 1>} : (tensor<4x2xi1>) -> tensor<4xi1>
  relax.return %1 : tensor<4xi1>
}

// -----

// An axis of one worker splits nothing, so that nothing waits for others.
// CHECK-LABEL: relax.func @alone
// CHECK-NEXT: %[[S:.*]] = relax.sum %{{.*}} : (tensor<8x4xf32>) -> tensor<f32>
// CHECK-NEXT: relax.return %[[S]]
relax.device_mesh @one [1]
relax.func @alone(%x: tensor<8x4xf32>) -> tensor<f32> {
  %xs = relax.dist.annotate_sharding %x on @one [S[0]] : tensor<8x4xf32>
  %s = relax.sum %xs : (tensor<8x4xf32>) -> tensor<f32>
  relax.return %s : tensor<f32>
}
