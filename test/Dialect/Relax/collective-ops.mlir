// Exchange among workers: round trip and inferred types.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-infer-types | FileCheck %s --check-prefix=INFER

// CHECK-LABEL: @main
// INFER-LABEL: @main
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %r: tensor<*xf32>) {
  // CHECK: relax.ccl.allreduce {{.*}}{in_group = false, op_type = "avg"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.ccl.allreduce {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %0 = relax.ccl.allreduce %x {in_group = false, op_type = "avg"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.ccl.allgather {{.*}}{num_workers = 2 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.ccl.allgather {{.*}} -> tensor<?x4xf32, #relax.dims<[n * 2, 4]>>
  %1 = relax.ccl.allgather %x {num_workers = 2 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.ccl.broadcast_from_worker0 {{.*}}: {{.*}} -> tensor<*xf32>
  // INFER: relax.ccl.broadcast_from_worker0 {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %2 = relax.ccl.broadcast_from_worker0 %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.ccl.scatter_from_worker0 {{.*}}{axis = 1 : i64, num_workers = 2 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.ccl.scatter_from_worker0 {{.*}} -> tensor<?x2xf32, #relax.dims<[n, 2]>>
  %3 = relax.ccl.scatter_from_worker0 %x {axis = 1 : i64, num_workers = 2 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.ccl.scatter_from_worker0 {{.*}}{num_workers = 2 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.ccl.scatter_from_worker0 {{.*}} -> tensor<*xf32>
  %4 = relax.ccl.scatter_from_worker0 %r {num_workers = 2 : i64} : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: relax.ccl.allreduce {{.*}}{mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1>} : {{.*}} -> tensor<*xf32>
  // INFER: relax.ccl.allreduce {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %5 = relax.ccl.allreduce %x {mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.ccl.reduce_scatter {{.*}}{num_workers = 2 : i64, op_type = "max"} : {{.*}} -> tensor<*xf32>
  // INFER: relax.ccl.reduce_scatter {{.*}} -> tensor<?x4xf32, #relax.dims<[n floordiv 2, 4]>>
  %6 = relax.ccl.reduce_scatter %x {num_workers = 2 : i64, op_type = "max"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.ccl.gather_to_worker0 {{.*}}{num_workers = 2 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.ccl.gather_to_worker0 {{.*}} -> tensor<?x4xf32, #relax.dims<[n * 2, 4]>>
  %g = relax.ccl.gather_to_worker0 %x {num_workers = 2 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK: relax.ccl.all_to_all {{.*}}{mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1, 0>, num_workers = 6 : i64} : {{.*}} -> tensor<*xf32>
  // INFER: relax.ccl.all_to_all {{.*}} -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %7 = relax.ccl.all_to_all %x {num_workers = 6 : i64, mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1, 0>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  relax.return
}

// CHECK-LABEL: relax.func impure @peers
// CHECK-NEXT: relax.ccl.barrier {mesh = array<i64: 2, 3>, mesh_axes = array<i64: 0, 1>}
// CHECK-NEXT: relax.ccl.send %arg0 to 2 {mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1>} : tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK-NEXT: relax.ccl.receive from 5 {mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1, 0>} : tensor<4xf16>
relax.func impure @peers(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<4xf16> {
  relax.ccl.barrier {mesh = array<i64: 2, 3>, mesh_axes = array<i64: 0, 1>}
  relax.ccl.send %x to 2 {mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1>} : tensor<?x4xf32, #relax.dims<[n, 4]>>
  %0 = relax.ccl.receive from 5 {mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1, 0>} : tensor<4xf16>
  relax.return %0 : tensor<4xf16>
}
