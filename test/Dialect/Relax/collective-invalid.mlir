// Exchange among workers: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.ccl.allgather
relax.func @main(%x: tensor<f32>) {
  // expected-error @below {{'relax.ccl.allgather' op expects an operand of rank 1 or more, but found rank 0}}
  %0 = relax.ccl.allgather %x {num_workers = 2 : i64} : (tensor<f32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.ccl.scatter_from_worker0
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.ccl.scatter_from_worker0' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.ccl.scatter_from_worker0 %x {num_workers = 2 : i64, axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.ccl.scatter_from_worker0
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.ccl.scatter_from_worker0' op expects a size that divides by 2 workers, but found 3}}
  %0 = relax.ccl.scatter_from_worker0 %x {num_workers = 2 : i64, axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.ccl.allreduce
relax.func @main(%x: tensor<2xf32>) {
  // expected-error @below {{'relax.ccl.allreduce' op expects 'mesh' and 'mesh_axes' together, found 'mesh' alone}}
  %0 = relax.ccl.allreduce %x {mesh = array<i64: 2, 2>} : (tensor<2xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<2xf32>) {
  // expected-error @below {{'relax.ccl.allreduce' op expects a mesh of sizes of 1 or more, found [2, 0]}}
  %0 = relax.ccl.allreduce %x {mesh = array<i64: 2, 0>, mesh_axes = array<i64: 0>} : (tensor<2xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<2xf32>) {
  // expected-error @below {{'relax.ccl.allreduce' op expects different axes of the mesh [2, 2], found [1, 1]}}
  %0 = relax.ccl.allreduce %x {mesh = array<i64: 2, 2>, mesh_axes = array<i64: 1, 1>} : (tensor<2xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<2xf32>) {
  // expected-error @below {{'relax.ccl.allreduce' op expects fewer workers, found a mesh of [4294967296, 4294967296]}}
  %0 = relax.ccl.allreduce %x {mesh = array<i64: 4294967296, 4294967296>, mesh_axes = array<i64: 0, 1>} : (tensor<2xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.ccl.allgather
relax.func @main(%x: tensor<2xf32>) {
  // expected-error @below {{'relax.ccl.allgather' op expects 3 workers along the axes [1] of the mesh [3, 2], found 2}}
  %0 = relax.ccl.allgather %x {num_workers = 3 : i64, mesh = array<i64: 3, 2>, mesh_axes = array<i64: 1>} : (tensor<2xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.ccl.gather_to_worker0
relax.func @main(%x: tensor<f32>) {
  // expected-error @below {{'relax.ccl.gather_to_worker0' op expects an operand of rank 1 or more, but found rank 0}}
  %0 = relax.ccl.gather_to_worker0 %x {num_workers = 2 : i64} : (tensor<f32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.ccl.gather_to_worker0
relax.func @main(%x: tensor<2xf32>) {
  // expected-error @below {{'relax.ccl.gather_to_worker0' op expects 3 workers along the axes [1] of the mesh [3, 2], found 2}}
  %0 = relax.ccl.gather_to_worker0 %x {num_workers = 3 : i64, mesh = array<i64: 3, 2>, mesh_axes = array<i64: 1>} : (tensor<2xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.ccl.reduce_scatter
relax.func @main(%x: tensor<f32>) {
  // expected-error @below {{'relax.ccl.reduce_scatter' op expects an operand of rank 1 or more, but found rank 0}}
  %0 = relax.ccl.reduce_scatter %x {num_workers = 2 : i64} : (tensor<f32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.ccl.reduce_scatter
relax.func @main(%x: tensor<3xf32>) {
  // expected-error @below {{'relax.ccl.reduce_scatter' op expects a size that divides by 2 workers, but found 3}}
  %0 = relax.ccl.reduce_scatter %x {num_workers = 2 : i64} : (tensor<3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.ccl.reduce_scatter
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.ccl.reduce_scatter' op expects different axes of the mesh [2], found [1]}}
  %0 = relax.ccl.reduce_scatter %x {num_workers = 2 : i64, mesh = array<i64: 2>, mesh_axes = array<i64: 1>} : (tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.ccl.all_to_all
relax.func @main(%x: tensor<f32>) {
  // expected-error @below {{'relax.ccl.all_to_all' op expects an operand of rank 1 or more, but found rank 0}}
  %0 = relax.ccl.all_to_all %x {num_workers = 2 : i64} : (tensor<f32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.ccl.all_to_all
relax.func @main(%x: tensor<3xf32>) {
  // expected-error @below {{'relax.ccl.all_to_all' op expects a size that divides by 2 workers, but found 3}}
  %0 = relax.ccl.all_to_all %x {num_workers = 2 : i64} : (tensor<3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R3 of relax.ccl.all_to_all
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.ccl.all_to_all' op expects 'mesh' and 'mesh_axes' together, found 'mesh_axes' alone}}
  %0 = relax.ccl.all_to_all %x {num_workers = 2 : i64, mesh_axes = array<i64: 1>} : (tensor<4xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R1 of relax.ccl.send
relax.func impure @main(%x: tensor<2xf32>) {
  // expected-error @below {{'relax.ccl.send' op expects different axes of the mesh [2], found [1]}}
  relax.ccl.send %x to 0 {mesh = array<i64: 2>, mesh_axes = array<i64: 1>} : tensor<2xf32>
  relax.return
}

// -----

// R2 of relax.ccl.send
relax.func impure @main(%x: tensor<2xf32>) {
  // expected-error @below {{'relax.ccl.send' op expects a worker from 0 to 1, found 2}}
  relax.ccl.send %x to 2 {mesh = array<i64: 2, 3>, mesh_axes = array<i64: 0>} : tensor<2xf32>
  relax.return
}

// -----

// R1 of relax.ccl.receive
relax.func impure @main() -> tensor<2xf32> {
  // expected-error @below {{'relax.ccl.receive' op expects a mesh of sizes of 1 or more, found [0]}}
  %0 = relax.ccl.receive from 0 {mesh = array<i64: 0>, mesh_axes = array<i64: 0>} : tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}

// -----

// R2 of relax.ccl.receive
relax.func impure @main() -> tensor<2xf32> {
  // expected-error @below {{'relax.ccl.receive' op expects a worker from 0 to 1, found -1}}
  %0 = relax.ccl.receive from -1 {mesh = array<i64: 2>, mesh_axes = array<i64: 0>} : tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}

// -----

// R1 of relax.ccl.barrier
relax.func impure @main() {
  // expected-error @below {{'relax.ccl.barrier' op expects different axes of the mesh [2], found [0, 0]}}
  relax.ccl.barrier {mesh = array<i64: 2>, mesh_axes = array<i64: 0, 0>}
  relax.return
}

// -----

relax.func @main(%x: tensor<2xf32>) {
  // expected-error @below {{'relax.ccl.allreduce' op expects a mesh of sizes of 1 or more, found []}}
  %0 = relax.ccl.allreduce %x {mesh = array<i64>, mesh_axes = array<i64>} : (tensor<2xf32>) -> tensor<2xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<6x4xf32>) {
  // expected-error @below {{'relax.ccl.allgather' op expects at most 2147483647 workers, found 4611686018427387904}}
  %0 = relax.ccl.allgather %x {num_workers = 4611686018427387904 : i64} : (tensor<6x4xf32>) -> tensor<0x4xf32>
  relax.return
}
