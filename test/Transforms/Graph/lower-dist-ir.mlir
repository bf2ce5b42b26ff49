// Spread tensors become the part that each worker has.
// RUN: relax-opt %s --split-input-file --relax-lower-dist-ir | FileCheck %s
// RUN: relax-opt %s --split-input-file --relax-lower-dist-ir --relax-lower-dist-ir | FileCheck %s

// Parts of a dimension are gathered along the first one; to split another one
// each worker takes its part of the whole; the program works on parts.
// CHECK-NOT: relax.device_mesh
// CHECK-LABEL: relax.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4x6x?xf32, #relax.dims<[4, 6, n]>>, %{{.*}}: tensor<?xf32, #relax.dims<[n]>>) -> tensor<8x3x?xf32>
// CHECK-NEXT: %[[C:.*]] = relax.call_tir @copy(%[[X]]) : {{.*}} -> tensor<4x6x?xf32, #relax.dims<[4, 6, n]>>
// CHECK-NEXT: %[[W:.*]] = relax.ccl.allgather %[[C]] {num_workers = 2 : i64} : {{.*}} -> tensor<8x6x?xf32, #relax.dims<[8, 6, n]>>
// CHECK-NEXT: %[[P:.*]] = relax.dist.redistribute_replica_to_shard %[[W]] {axis = 1 : i64, num_workers = 2 : i64} : {{.*}} -> tensor<8x3x?xf32, #relax.dims<[8, 3, n]>>
// CHECK-NEXT: %[[M:.*]] = relax.permute_dims %[[P]] {axes = array<i64: 1, 0, 2>} : {{.*}} -> tensor<3x8x?xf32, #relax.dims<[3, 8, n]>>
// CHECK-NEXT: %[[G:.*]] = relax.ccl.allgather %[[M]] {num_workers = 2 : i64} : {{.*}} -> tensor<6x8x?xf32, #relax.dims<[6, 8, n]>>
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

// A hint vanishes, the same placement is no exchange, and nothing is nothing.
// CHECK-LABEL: relax.func private @dead
// CHECK-NEXT: relax.return %arg0 : tensor<4xf32>
relax.device_mesh @mesh [2, 2]
relax.func private @dead(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0], R] : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
// CHECK-LABEL: relax.func @same
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>) -> tensor<2xf32>
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
