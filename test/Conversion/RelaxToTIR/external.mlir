// Functions outside the module: declared once, whoever calls them.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @dynamic
// CHECK: %[[Y:.*]] = relax.call_dps_packed @my.softplus(%arg0) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
// CHECK: relax.call_dps_packed @my.softplus(%[[Y]])
// CHECK: relax.extern_func pure @my.softplus
// CHECK-NOT: relax.extern_func
relax.func @dynamic(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.call_py_func "my.softplus"(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.call_py_func "my.softplus"(%0) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %1 : tensor<?xf32, #relax.dims<[n]>>
}

// -----

// CHECK: relax.extern_func @known
// CHECK-NOT: relax.extern_func
relax.extern_func @known
relax.func @declared(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xi64>) {
  // CHECK: %[[P:.*]]:2 = relax.call_dps_packed @known(%arg0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<2xi64>)
  // CHECK: relax.return %[[P]]#0, %[[P]]#1
  %0:2 = relax.call_py_func "known"(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<2xi64>)
  relax.return %0#0, %0#1 : tensor<4xf32>, tensor<2xi64>
}

// -----

// Workers exchange tensors by functions that their run time has: the kind of a
// reduction is a number; parts along another axis than the first one are moved
// there; a worker takes its part by its number.
// CHECK-LABEL: relax.func @workers
// CHECK-DAG: %[[MAX:.*]] = relax.prim_value 3 : i64
// CHECK-DAG: %[[ALL:.*]] = relax.prim_value 0 : i64
// CHECK: relax.call_dps_packed @runtime.disco.allreduce(%arg0, %[[MAX]], %[[ALL]]) : (tensor<?x4xf32, #{{.*}}>, i64, i64) -> tensor<?x4xf32, #{{.*}}>
// CHECK: relax.call_dps_packed @runtime.disco.allgather(%arg0, %{{.*}}) : (tensor<?x4xf32, #{{.*}}>, i64) -> tensor<?x4xf32, #relax.dims<[n * 2, 4]>>
// CHECK: relax.call_dps_packed @runtime.disco.broadcast_from_worker0(%arg0, %{{.*}})
// CHECK: relax.reshape %arg0, %{{.*}} -> tensor<?x2x2xf32, #relax.dims<[n, 2, 2]>>
// CHECK: %[[M:.*]] = relax.call_tir @permute_dims(%{{.*}}) : {{.*}} -> tensor<2x?x2xf32, #relax.dims<[2, n, 2]>>
// CHECK: relax.call_dps_packed @runtime.disco.scatter_from_worker0(%[[M]], %{{.*}}) : {{.*}} -> tensor<?x2xf32, #relax.dims<[n, 2]>>
// CHECK: %[[W:.*]] = relax.call_dps_packed @runtime.disco.worker_id() : () -> tensor<1xi64>
// CHECK: %[[P:.*]] = relax.call_tir @take(%{{.*}}, %[[W]]) : {{.*}} -> tensor<?x1x2xf32, #relax.dims<[n, 1, 2]>>
// CHECK: relax.reshape %[[P]], %{{.*}} -> tensor<?x2xf32, #relax.dims<[n, 2]>>
// CHECK-COUNT-5: relax.extern_func pure @runtime.disco.
// CHECK-NOT: relax.extern_func
relax.func @workers(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) {
  %0 = relax.ccl.allreduce %x {in_group = false, op_type = "max"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.ccl.allgather %x {num_workers = 2 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n * 2, 4]>>
  %2 = relax.ccl.broadcast_from_worker0 %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %3 = relax.ccl.scatter_from_worker0 %x {axis = 1 : i64, num_workers = 2 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
  %4 = relax.dist.redistribute_replica_to_shard %x {axis = -1 : i64, num_workers = 2 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
  relax.return
}

// -----

// Exchanges along axes of a mesh, and those that TVM lacks: the numbers of the
// mesh's axes, their sizes and the axes come last.
// CHECK-LABEL: relax.func @on_mesh
// CHECK-DAG: relax.call_dps_packed @relax.ccl.allreduce(%arg0, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (tensor<6xf32>, i64, i64, i64, i64, i64) -> tensor<6xf32>
// CHECK-DAG: relax.call_dps_packed @relax.ccl.allgather(%arg0, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (tensor<6xf32>, i64, i64, i64, i64) -> tensor<18xf32>
// CHECK-DAG: relax.call_dps_packed @relax.ccl.reduce_scatter(%arg0, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (tensor<6xf32>, i64, i64, i64, i64) -> tensor<3xf32>
// CHECK-DAG: relax.call_dps_packed @relax.ccl.all_to_all(%arg0, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (tensor<6xf32>, i64, i64, i64, i64, i64) -> tensor<6xf32>
// CHECK-DAG: relax.call_dps_packed @relax.ccl.gather(%arg0, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (tensor<6xf32>, i64, i64, i64, i64) -> tensor<12xf32>
// CHECK-DAG: relax.call_dps_packed @relax.ccl.worker_index(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (i64, i64, i64, i64) -> tensor<1xi64>
relax.func @on_mesh(%x: tensor<6xf32>) {
  %0 = relax.ccl.allreduce %x {mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1>} : (tensor<6xf32>) -> tensor<6xf32>
  %1 = relax.ccl.allgather %x {num_workers = 3 : i64, mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1>} : (tensor<6xf32>) -> tensor<18xf32>
  %2 = relax.ccl.reduce_scatter %x {num_workers = 2 : i64} : (tensor<6xf32>) -> tensor<3xf32>
  %3 = relax.ccl.all_to_all %x {num_workers = 6 : i64, mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1, 0>} : (tensor<6xf32>) -> tensor<6xf32>
  %g = relax.ccl.gather_to_worker0 %x {num_workers = 2 : i64, mesh = array<i64: 2, 3>, mesh_axes = array<i64: 0>} : (tensor<6xf32>) -> tensor<12xf32>
  %4 = relax.dist.redistribute_replica_to_shard %x {num_workers = 3 : i64, mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1>} : (tensor<6xf32>) -> tensor<2xf32>
  relax.return
}

// From one worker to another: calls with effects, the result in memory of its
// own.
// CHECK-LABEL: relax.func impure @peers
// CHECK: relax.call_packed @relax.ccl.barrier(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {{.*}}: (i64, i64, i64, i64) -> ()
// CHECK: relax.call_packed @relax.ccl.send(%arg0, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {{.*}}: (tensor<6xf32>, i64, i64, i64, i64, i64) -> ()
// CHECK: %[[M:.*]] = relax.builtin.alloc_tensor : tensor<4xf16>
// CHECK: relax.call_inplace_packed @relax.ccl.receive(%[[M]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {inplace_indices = array<i64: 0>} : (tensor<4xf16>, i64, i64, i64, i64, i64) -> tensor<4xf16>
relax.func impure @peers(%x: tensor<6xf32>) -> tensor<4xf16> {
  relax.ccl.barrier {mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1>}
  relax.ccl.send %x to 2 {mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1>} : tensor<6xf32>
  %0 = relax.ccl.receive from 0 {mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1>} : tensor<4xf16>
  relax.return %0 : tensor<4xf16>
}
