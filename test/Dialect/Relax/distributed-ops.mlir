// Spread tensors: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK: relax.device_mesh @line [2]
relax.device_mesh @line [2]
// CHECK: relax.device_mesh @grid [2, 2] devices [4, 5, 6, 7]
relax.device_mesh @grid [2, 2] devices [4, 5, 6, 7]

tir.func private @copy(%x: memref<4x?xf32>, %y: memref<4x?xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}

// CHECK-LABEL: @hints
relax.func @hints(%x: tensor<8x4xf32>, %r: tensor<*xf32>) {
  // CHECK: relax.dist.annotate_sharding %{{.*}} on @grid [S[0], R] : tensor<8x4xf32>
  %0 = relax.dist.annotate_sharding %x on @grid [S[0], R] : tensor<8x4xf32>
  // CHECK: relax.dist.annotate_sharding %{{.*}} on @line [S[7]] : tensor<*xf32>
  %1 = relax.dist.annotate_sharding %r on @line [S[7]] : tensor<*xf32>
  relax.return
}

// CHECK-LABEL: @moves
relax.func @moves(%d: tensor<?xf32, #relax.dims<[n]>>, %x: !relax.dtensor<tensor<8x?xf32, #relax.dims<[8, n]>>, @line, [S[0]]>) -> !relax.dtensor<tensor<8x?xf32>, @line, [R]> {
  // CHECK: relax.dist.call_tir_local_view @copy(%{{.*}}) : (!relax.dtensor<tensor<8x?xf32, #{{.*}}>, @line, [S[0]]>) -> !relax.dtensor<
  %0 = relax.dist.call_tir_local_view @copy(%x) : (!relax.dtensor<tensor<8x?xf32, #relax.dims<[8, n]>>, @line, [S[0]]>) -> !relax.dtensor<tensor<8x?xf32, #relax.dims<[8, n]>>, @line, [S[0]]>
  // CHECK: relax.dist.redistribute %{{.*}} : <tensor<8x?xf32, #{{.*}}>, @line, [S[0]]> to <tensor<8x?xf32>, @line, [R]>
  %1 = relax.dist.redistribute %0 : !relax.dtensor<tensor<8x?xf32, #relax.dims<[8, n]>>, @line, [S[0]]> to !relax.dtensor<tensor<8x?xf32>, @line, [R]>
  relax.return %1 : !relax.dtensor<tensor<8x?xf32>, @line, [R]>
}

// CHECK-LABEL: @parts
// INFER-LABEL: @parts
relax.func @parts(%d: tensor<?xf32, #relax.dims<[n]>>, %x: tensor<?x4xf32, #relax.dims<[n * 2, 4]>>, %s: tensor<6x0xf32>, %u: tensor<?x4x!relax.unknown>, %r: tensor<*xf32>) {
  // CHECK: relax.dist.redistribute_replica_to_shard {{.*}}{num_workers = 2 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.dist.redistribute_replica_to_shard {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %0 = relax.dist.redistribute_replica_to_shard %x {num_workers = 2 : i64} : (tensor<?x4xf32, #relax.dims<[n * 2, 4]>>) -> tensor<*xf32>
  // INFER: relax.dist.redistribute_replica_to_shard {{.*}} -> tensor<6x0xf32>
  %1 = relax.dist.redistribute_replica_to_shard %s {axis = -1 : i64, num_workers = 2 : i64} : (tensor<6x0xf32>) -> tensor<*xf32>
  // INFER: relax.dist.redistribute_replica_to_shard {{.*}} -> tensor<?x2x!relax.unknown>
  %2 = relax.dist.redistribute_replica_to_shard %u {axis = 1 : i64, num_workers = 2 : i64} : (tensor<?x4x!relax.unknown>) -> tensor<*x!relax.unknown>
  // INFER: relax.dist.redistribute_replica_to_shard {{.*}} -> tensor<*xf32>
  %3 = relax.dist.redistribute_replica_to_shard %r {num_workers = 2 : i64} : (tensor<*xf32>) -> tensor<*xf32>
  relax.return
}
