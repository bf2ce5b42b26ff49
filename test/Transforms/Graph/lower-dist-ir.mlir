// Spread tensors become the part that each worker has.
// RUN: relax-opt %s --split-input-file --relax-lower-dist-ir | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-lower-dist-ir --relax-lower-dist-ir | FileCheck %s

// From one dimension to another workers exchange pieces; parts of a dimension are
// gathered along the first one; the program works on parts.
// CHECK-NOT: relax.device_mesh
// CHECK-LABEL: relax.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4x6x?xf32, #relax.dims<[4, 6, n]>>{{.*}}, %{{.*}}: tensor<?xf32, #relax.dims<[n]>>{{.*}}) -> tensor<8x3x?xf32>
// CHECK-NEXT: %[[C:.*]] = relax.call_tir @copy(%[[X]]) : {{.*}} -> tensor<4x6x?xf32, #relax.dims<[4, 6, n]>>
// CHECK: %[[R:.*]] = relax.reshape %[[C]], %{{.*}} -> tensor<4x2x3x?xf32, #relax.dims<[4, 2, 3, n]>>
// CHECK-NEXT: %[[Q:.*]] = relax.permute_dims %[[R]] {axes = array<i64: 1, 0, 2, 3>}
// CHECK-NEXT: %[[A:.*]] = relax.ccl.all_to_all %[[Q]] {mesh = array<i64: 2>, mesh_axes = array<i64: 0>, num_workers = 2 : i64}
// CHECK: %[[P:.*]] = relax.reshape %[[A]], %{{.*}} -> tensor<8x3x?xf32, #relax.dims<[8, 3, n]>>
// CHECK-NEXT: %[[M:.*]] = relax.permute_dims %[[P]] {axes = array<i64: 1, 0, 2>} : {{.*}} -> tensor<3x8x?xf32, #relax.dims<[3, 8, n]>>
// CHECK-NEXT: %[[G:.*]] = relax.ccl.allgather %[[M]] {mesh = array<i64: 2>, mesh_axes = array<i64: 0>, num_workers = 2 : i64} : {{.*}} -> tensor<6x8x?xf32, #relax.dims<[6, 8, n]>>
// CHECK-NEXT: relax.permute_dims %[[G]] {axes = array<i64: 1, 0, 2>} : {{.*}} -> tensor<8x6x?xf32, #relax.dims<[8, 6, n]>>
// CHECK-NEXT: relax.return %[[P]]
relax.device_mesh @mesh [2]
tir.func private @copy(%x: memref<4x6x?xf32>, %y: memref<4x6x?xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @main(%x: !relax.dtensor<tensor<8x6x?xf32, #relax.dims<[8, 6, n]>>, @mesh, [S[0]]>, %n: tensor<?xf32, #relax.dims<[n]>>) -> !relax.dtensor<tensor<8x6x?xf32>, @mesh, [S[1]]> {
  %0 = relax.dist.call_tir_local_view @copy(%x) : (!relax.dtensor<tensor<8x6x?xf32, #relax.dims<[8, 6, n]>>, @mesh, [S[0]]>) -> !relax.dtensor<tensor<8x6x?xf32, #relax.dims<[8, 6, n]>>, @mesh, [S[0]]>
  %1 = relax.dist.redistribute %0 : !relax.dtensor<tensor<8x6x?xf32, #relax.dims<[8, 6, n]>>, @mesh, [S[0]]> to !relax.dtensor<tensor<8x6x?xf32, #relax.dims<[8, 6, n]>>, @mesh, [S[1]]>
  %2 = relax.dist.redistribute %1 : !relax.dtensor<tensor<8x6x?xf32, #relax.dims<[8, 6, n]>>, @mesh, [S[1]]> to !relax.dtensor<tensor<8x6x?xf32, #relax.dims<[8, 6, n]>>, @mesh, [R]>
  relax.return %1 : !relax.dtensor<tensor<8x6x?xf32, #relax.dims<[8, 6, n]>>, @mesh, [S[1]]>
}

// -----

// Partial sums: those of several axes are added up together; a part of a sum is
// half of that; what stays partial stays.
// CHECK-LABEL: relax.func @sums(%arg0: tensor<8x4xf32> {relax.sharding = "[2, 2] [P, P]"}) -> (tensor<4x4xf32>, tensor<8x4xf32>, tensor<4x4xf32>)
// CHECK-NEXT: %[[S:.*]] = relax.ccl.reduce_scatter %arg0 {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 0>, num_workers = 2 : i64} : (tensor<8x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: %[[A:.*]] = relax.ccl.allreduce %arg0 {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 0, 1>}
// CHECK-NEXT: %[[B:.*]] = relax.ccl.allreduce %[[S]] {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 1>}
// CHECK-NEXT: relax.return %[[S]], %[[A]], %[[B]]
relax.device_mesh @mesh [2, 2]
relax.func @sums(%x: !relax.dtensor<tensor<8x4xf32>, @mesh, [P, P]>) -> (!relax.dtensor<tensor<8x4xf32>, @mesh, [S[0], P]>, !relax.dtensor<tensor<8x4xf32>, @mesh, [R, R]>, !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0], R]>) {
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<8x4xf32>, @mesh, [P, P]> to !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0], P]>
  %1 = relax.dist.redistribute %x : !relax.dtensor<tensor<8x4xf32>, @mesh, [P, P]> to !relax.dtensor<tensor<8x4xf32>, @mesh, [R, R]>
  %2 = relax.dist.redistribute %0 : !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0], P]> to !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0], R]>
  relax.return %0, %1, %2 : !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0], P]>, !relax.dtensor<tensor<8x4xf32>, @mesh, [R, R]>, !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0], R]>
}

// -----

// A hint vanishes, the same placement is no exchange, and nothing is nothing.
// CHECK-LABEL: relax.func private @dead
// CHECK-NEXT: relax.return %arg0 : tensor<4xf32>
relax.device_mesh @mesh [2, 2]
relax.func private @dead(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0], R] : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
// CHECK-LABEL: relax.func @same
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>{{.*}}) -> tensor<2xf32>
// CHECK-NEXT: relax.return %[[X]]
relax.device_mesh @line [2]
relax.func @same(%x: !relax.dtensor<tensor<4xf32>, @line, [S[0]]>) -> !relax.dtensor<tensor<4xf32>, @line, [S[0]]> {
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<4xf32>, @line, [S[0]]> to !relax.dtensor<tensor<4xf32>, @line, [S[0]]>
  relax.return %0 : !relax.dtensor<tensor<4xf32>, @line, [S[0]]>
}
// CHECK-LABEL: relax.func @empty
// CHECK-NEXT: relax.return
relax.func @empty() {
  relax.return
}

// -----

// On a mesh of two axes the workers of one row exchange tensors. Where both axes
// split one dimension, they are joined by one exchange among all.
// CHECK-LABEL: relax.func @rows
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>{{.*}}) -> tensor<4xf32>
// CHECK-NEXT: %[[H:.*]] = relax.ccl.allgather %[[X]] {mesh = array<i64: 2, 3>, mesh_axes = array<i64: 0, 1>, num_workers = 6 : i64} : (tensor<2xf32>) -> tensor<12xf32>
// CHECK-NEXT: %[[P:.*]] = relax.dist.redistribute_replica_to_shard %[[H]] {mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1>, num_workers = 3 : i64} : (tensor<12xf32>) -> tensor<4xf32>
// CHECK-NEXT: relax.return %[[P]]
relax.device_mesh @mesh [2, 3]
relax.func @rows(%x: !relax.dtensor<tensor<12xf32>, @mesh, [S[0], S[0]]>) -> !relax.dtensor<tensor<12xf32>, @mesh, [R, S[0]]> {
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<12xf32>, @mesh, [S[0], S[0]]> to !relax.dtensor<tensor<12xf32>, @mesh, [R, S[0]]>
  relax.return %0 : !relax.dtensor<tensor<12xf32>, @mesh, [R, S[0]]>
}

// Parts of `n` rows make `n` rows if the workers divide it: asked at run time.
// CHECK-LABEL: relax.func @symbolic
// CHECK: %[[G:.*]] = relax.ccl.allgather
// CHECK-NEXT: relax.match_cast %[[G]] : tensor<?xf32, #relax.dims<[n floordiv 2 * 2]>> to tensor<?xf32, #relax.dims<[n]>>
relax.device_mesh @line [2]
relax.func @symbolic(%x: !relax.dtensor<tensor<?xf32, #relax.dims<[n]>>, @line, [S[0]]>, %y: tensor<?xf32, #relax.dims<[n]>>) -> !relax.dtensor<tensor<?xf32, #relax.dims<[n]>>, @line, [R]> {
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<?xf32, #relax.dims<[n]>>, @line, [S[0]]> to !relax.dtensor<tensor<?xf32, #relax.dims<[n]>>, @line, [R]>
  relax.return %0 : !relax.dtensor<tensor<?xf32, #relax.dims<[n]>>, @line, [R]>
}

// -----

// Pieces of unknown sizes have no shape to be exchanged by: the whole comes
// between.
// CHECK-LABEL: relax.func @anonymous
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32> {{.*}}) -> tensor<?x2xf32>
// CHECK-NEXT: %[[WHOLE:.*]] = relax.ccl.allgather %[[X]]
// CHECK-NEXT: relax.dist.redistribute_replica_to_shard %[[WHOLE]] {axis = 1
relax.device_mesh @mesh [2] devices [0, 1]
relax.func @anonymous(%x: !relax.dtensor<tensor<?x4xf32>, @mesh, [S[0]]>) -> !relax.dtensor<tensor<?x4xf32>, @mesh, [S[1]]> {
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<?x4xf32>, @mesh, [S[0]]> to !relax.dtensor<tensor<?x4xf32>, @mesh, [S[1]]>
  relax.return %0 : !relax.dtensor<tensor<?x4xf32>, @mesh, [S[1]]>
}

// -----

// A dimension that no axis splits is the one that each worker has.
// CHECK-LABEL: relax.func @named(%arg0: tensor<2x?xf32, #relax.dims<[2, n]>> {{.*}}) -> tensor<4x?xf32, #relax.dims<[4, n]>>
relax.device_mesh @mesh [2]
relax.func @named(%x: !relax.dtensor<tensor<4x?xf32, #relax.dims<[4, n]>>, @mesh, [S[0]]>) -> !relax.dtensor<tensor<4x?xf32, #relax.dims<[4, n]>>, @mesh, [R]> {
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<4x?xf32, #relax.dims<[4, n]>>, @mesh, [S[0]]> to !relax.dtensor<tensor<4x?xf32, #relax.dims<[4, n]>>, @mesh, [R]>
  relax.return %0 : !relax.dtensor<tensor<4x?xf32, #relax.dims<[4, n]>>, @mesh, [R]>
}

// -----

// One that an axis splits is told by a parameter, and asked when it runs.
// CHECK-LABEL: relax.func @told(%arg0: !relax.shape<[n]>, %arg1: tensor<?x4xf32, #relax.dims<[n floordiv 2, 4]>> {{.*}}) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: relax.match_cast %{{.*}} to tensor<?x4xf32, #relax.dims<[n, 4]>>
relax.device_mesh @mesh [2]
relax.func @told(%s: !relax.shape<[n]>, %x: !relax.dtensor<tensor<?x4xf32, #relax.dims<[n, 4]>>, @mesh, [S[0]]>) -> !relax.dtensor<tensor<?x4xf32, #relax.dims<[n, 4]>>, @mesh, [R]> {
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<?x4xf32, #relax.dims<[n, 4]>>, @mesh, [S[0]]> to !relax.dtensor<tensor<?x4xf32, #relax.dims<[n, 4]>>, @mesh, [R]>
  relax.return %0 : !relax.dtensor<tensor<?x4xf32, #relax.dims<[n, 4]>>, @mesh, [R]>
}
