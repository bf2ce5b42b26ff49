// Hints that split symbolic sizes: the symbol is the size of a worker's part.
// RUN: relax-opt %s --split-input-file --relax-propagate-sharding | FileCheck %s

// CHECK-LABEL: relax.func @rows(%arg0: tensor<?x4xf32, #relax.dims<[n, 4]>> {relax.sharding = "[2] [S[0]]"}, %arg1: tensor<?xf32, #relax.dims<[n * 2]>>, %arg2: tensor<4x6xf32>)
// CHECK-SAME: -> (tensor<?x6xf32, #relax.dims<[n * 2, 6]>>, tensor<4xf32>)
// CHECK-NEXT: %[[Y:.*]] = relax.matmul %arg0, %arg2 : {{.*}} -> tensor<?x6xf32, #relax.dims<[n, 6]>>
// CHECK: relax.ccl.allreduce
// CHECK-NEXT: %[[W:.*]] = relax.ccl.allgather %[[Y]] {mesh = array<i64: 2>, mesh_axes = array<i64: 0>, num_workers = 2 : i64} : (tensor<?x6xf32, #relax.dims<[n, 6]>>) -> tensor<?x6xf32, #relax.dims<[n * 2, 6]>>
relax.device_mesh @mesh [2]
relax.func @rows(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %m: tensor<?xf32, #relax.dims<[n]>>, %w: tensor<4x6xf32>) -> (tensor<?x6xf32, #relax.dims<[n, 6]>>, tensor<4xf32>) {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.matmul %0, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x6xf32>) -> tensor<?x6xf32, #relax.dims<[n, 6]>>
  %2 = relax.matmul %m, %0 : (tensor<?xf32, #relax.dims<[n]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<4xf32>
  relax.return %1, %2 : tensor<?x6xf32, #relax.dims<[n, 6]>>, tensor<4xf32>
}

// -----

// Other dimensions may have names, too, of a tensor that is moved from one
// dimension to another.
// CHECK-LABEL: relax.func @move(%arg0: tensor<?x?xf32, #relax.dims<[n, m * 2]>> {relax.sharding = "[2] [S[0]]"}, %arg1: tensor<?xf32, #relax.dims<[m]>> {relax.sharding = "[2] [S[0]]"}) -> tensor<?x?xf32, #relax.dims<[n * 2, m]>>
// CHECK: relax.ccl.all_to_all
relax.device_mesh @mesh [2]
relax.func @move(%x: tensor<?x?xf32, #relax.dims<[n, m]>>, %y: tensor<?xf32, #relax.dims<[m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>> {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<?x?xf32, #relax.dims<[n, m]>>
  %1 = relax.dist.annotate_sharding %y on @mesh [S[0]] : tensor<?xf32, #relax.dims<[m]>>
  %2 = relax.exp %0 : tensor<?x?xf32, #relax.dims<[n, m]>>
  %3 = relax.dist.annotate_sharding %2 on @mesh [S[0]] : tensor<?x?xf32, #relax.dims<[n, m]>>
  %4 = relax.dist.annotate_sharding %3 on @mesh [S[1]] : tensor<?x?xf32, #relax.dims<[n, m]>>
  %5 = relax.add %4, %1 : (tensor<?x?xf32, #relax.dims<[n, m]>>, tensor<?xf32, #relax.dims<[m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>>
  %6 = relax.dist.annotate_sharding %5 on @mesh [S[1]] : tensor<?x?xf32, #relax.dims<[n, m]>>
  relax.return %6 : tensor<?x?xf32, #relax.dims<[n, m]>>
}
