// Sizes that workers do not divide: parts of one size, the last ones padded.
// RUN: relax-opt %s --split-input-file --relax-propagate-sharding | FileCheck %s

// What combines elements does not see the padding, of all that it multiplies;
// a mean divides by the rows that there are; the whole tensor has none.
// CHECK-LABEL: relax.func @rows(%arg0: tensor<3x4xf32> {relax.sharding = "[2] [S[0]] [5, 4]"}) -> (tensor<5x4xf32>, tensor<4x4xf32>, tensor<f32>)
// CHECK: %[[O:.*]] = relax.ones
// CHECK: %[[Z:.*]] = relax.concat %[[O]], %{{.*}} -> tensor<6xi1>
// CHECK: %[[M:.*]] = relax.dist.redistribute_replica_to_shard %[[Z]] {mesh = array<i64: 2>, mesh_axes = array<i64: 0>, num_workers = 2 : i64} : (tensor<6xi1>) -> tensor<3xi1>
// CHECK: %[[E:.*]] = relax.exp %arg0 : tensor<3x4xf32>
// CHECK: %[[L:.*]] = relax.where %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x3xi1>, tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
// CHECK: %[[R:.*]] = relax.where %{{.*}}, %[[E]], %{{.*}} : (tensor<3x1xi1>, tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
// CHECK: relax.matmul %[[L]], %[[R]]
// CHECK-NEXT: relax.ccl.allreduce
// CHECK: %[[A:.*]] = relax.mean
// CHECK: %[[N:.*]] = relax.constant dense<1.200000e+00>
// CHECK: relax.multiply %[[A]], %[[N]]
// CHECK: relax.ccl.allreduce %{{.*}} {mesh = array<i64: 2>, mesh_axes = array<i64: 0>, op_type = "avg"}
// CHECK: %[[W:.*]] = relax.ccl.allgather %[[E]] {{.*}} -> tensor<6x4xf32>
// CHECK: relax.strided_slice %[[W]] {{.*}} -> tensor<5x4xf32>
relax.device_mesh @mesh [2]
relax.func @rows(%x: tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<4x4xf32>, tensor<f32>) {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<5x4xf32>
  %1 = relax.exp %0 : tensor<5x4xf32>
  %2 = relax.permute_dims %1 : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %3 = relax.matmul %2, %1 : (tensor<4x5xf32>, tensor<5x4xf32>) -> tensor<4x4xf32>
  %4 = relax.mean %1 : (tensor<5x4xf32>) -> tensor<f32>
  relax.return %1, %3, %4 : tensor<5x4xf32>, tensor<4x4xf32>, tensor<f32>
}

// -----

// A parameter that is a shape tells the size of the whole tensor.
// CHECK-LABEL: relax.func @named(%arg0: tensor<?x4xf32, #relax.dims<[(n + 1) floordiv 2, 4]>> {relax.sharding = "[2] [S[0]] [?, 4]"}, %arg1: !relax.shape<[n]>) -> (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>)
// CHECK: %[[I:.*]] = relax.constant dense<0xFF800000> : tensor<f32>
// CHECK: relax.where %{{.*}}, %arg0, %[[I]]
// CHECK: relax.ccl.allreduce %{{.*}} {mesh = array<i64: 2>, mesh_axes = array<i64: 0>, op_type = "max"}
// CHECK: %[[E:.*]] = relax.exp %arg0
// CHECK: %[[G:.*]] = relax.ccl.allgather %[[E]]
// CHECK: %[[C:.*]] = relax.strided_slice %[[G]]
// CHECK: relax.match_cast %[[C]] {{.*}} to tensor<?x4xf32, #relax.dims<[n, 4]>>
relax.device_mesh @mesh [2]
relax.func @named(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %s: !relax.shape<[n]>) -> (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) {
  %0 = relax.dist.annotate_sharding %x on @mesh [S[0]] : tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.max %0 {axis = array<i64: 0>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<4xf32>
  %2 = relax.exp %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %2, %1 : tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>
}

// -----

// Indices may be anything where they are padded, so that all are looked up by
// each worker; four workers' parts are none of two workers'; pieces move.
// CHECK-LABEL: relax.func @others(%arg0: tensor<3xi64>{{.*}}, %arg1: tensor<4x8xf32>, %arg2: tensor<2x6xf32>{{.*}}, %arg3: tensor<3x6xf32>
// CHECK: relax.take %arg1, %{{.*}} -> tensor<5x8xf32>
// CHECK: relax.ccl.allgather %{{.*}} {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 0, 1>, num_workers = 4 : i64} : (tensor<2x6xf32>) -> tensor<8x6xf32>
// CHECK: relax.strided_slice {{.*}} -> tensor<5x6xf32>
// CHECK: relax.dist.redistribute_replica_to_shard {{.*}} : (tensor<6x6xf32>) -> tensor<3x6xf32>
// CHECK: relax.ccl.all_to_all
// CHECK: relax.strided_slice {{.*}} : (tensor<6x3xf32>) -> tensor<5x3xf32>
relax.device_mesh @mesh [2, 2]
relax.func @others(%i: tensor<5xi64>, %x: tensor<4x8xf32>, %y: tensor<5x6xf32>, %z: tensor<5x6xf32>) -> (tensor<5x8xf32>, tensor<5x6xf32>, tensor<5x6xf32>) {
  %0 = relax.dist.annotate_sharding %i on @mesh [S[0], R] : tensor<5xi64>
  %1 = relax.take %x, %0 {axis = 0 : i64} : (tensor<4x8xf32>, tensor<5xi64>) -> tensor<5x8xf32>
  %2 = relax.dist.annotate_sharding %y on @mesh [S[0], S[0]] : tensor<5x6xf32>
  %3 = relax.dist.annotate_sharding %2 on @mesh [S[0], R] : tensor<5x6xf32>
  %4 = relax.dist.annotate_sharding %z on @mesh [S[0], R] : tensor<5x6xf32>
  %5 = relax.dist.annotate_sharding %4 on @mesh [S[1], R] : tensor<5x6xf32>
  relax.return %1, %3, %5 : tensor<5x8xf32>, tensor<5x6xf32>, tensor<5x6xf32>
}
