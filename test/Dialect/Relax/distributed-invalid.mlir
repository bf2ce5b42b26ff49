// Spread tensors: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.device_mesh
// expected-error @below {{'relax.device_mesh' op expects a grid of one axis or more, found none}}
relax.device_mesh @mesh []

// -----

// expected-error @below {{'relax.device_mesh' op expects axes of 1 device or more, found 0}}
relax.device_mesh @mesh [2, 0]

// -----

// R2 of relax.device_mesh
// expected-error @below {{'relax.device_mesh' op expects a device for each place, found 3 devices}}
relax.device_mesh @mesh [2, 2] devices [0, 1, 2]

// -----

// expected-error @below {{'relax.device_mesh' op expects a device at one place, found 1 at two}}
relax.device_mesh @mesh [2] devices [1, 1]

// -----

// Workers are counted by 32 bits.
// expected-error @below {{'relax.device_mesh' op expects at most 2147483647 devices, found a mesh of [65536, 32768]}}
relax.device_mesh @mesh [65536, 32768]

// -----

// More places than 64 bits count.
// expected-error @below {{'relax.device_mesh' op expects at most 2147483647 devices, found a mesh of [4294967296, 4294967296]}}
relax.device_mesh @mesh [4294967296, 4294967296] devices [1]

// -----

// R1 of relax.dist.annotate_sharding
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.dist.annotate_sharding' op names the mesh @mesh, expected a 'relax.device_mesh' of the module; add it}}
  %0 = relax.dist.annotate_sharding %x on @mesh [R] : tensor<4xf32>
  relax.return
}

// -----

// R2 of relax.dist.annotate_sharding
// expected-note @below {{the mesh is here}}
relax.device_mesh @mesh [2, 2]
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.dist.annotate_sharding' op expects an entry of the placement for each of the 2 axes of @mesh, found 1}}
  %0 = relax.dist.annotate_sharding %x on @mesh [R] : tensor<4xf32>
  relax.return
}

// -----

// R3 of relax.dist.annotate_sharding
relax.device_mesh @mesh [2]
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.dist.annotate_sharding' op expects axis 0 of the mesh to split a dimension of 'tensor<4xf32>', found dimension 1}}
  %0 = relax.dist.annotate_sharding %x on @mesh [S[1]] : tensor<4xf32>
  relax.return
}

// -----

// R1 of relax.dist.redistribute
// expected-note @+1 {{the mesh is here}}
relax.device_mesh @mesh [2, 2]
relax.func @main(%x: !relax.dtensor<tensor<8xf32>, @mesh, [R, R]>) {
  // expected-error @below {{'relax.dist.redistribute' op expects an entry of the placement for each of the 2 axes of @mesh, found 1}}
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<8xf32>, @mesh, [R, R]> to !relax.dtensor<tensor<8xf32>, @mesh, [S[0]]>
  relax.return
}

// -----

// R2 of relax.dist.redistribute
relax.device_mesh @mesh [2]
// expected-note @below {{the operand is here}}
relax.func @main(%x: !relax.dtensor<tensor<8xf32>, @mesh, [R]>) {
  // expected-error @below {{'relax.dist.redistribute' op expects to change nothing but the placement, found '!relax.dtensor<tensor<8xf32>, @mesh, [R]>' and '!relax.dtensor<tensor<4xf32>, @mesh, [S[0]]>'}}
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<8xf32>, @mesh, [R]> to !relax.dtensor<tensor<4xf32>, @mesh, [S[0]]>
  relax.return
}

// -----

// R3 of relax.dist.redistribute
relax.device_mesh @mesh [2, 2]
// expected-note @below {{the operand is here}}
relax.func @main(%x: !relax.dtensor<tensor<8xf32>, @mesh, [P, R]>) {
  // expected-error @below {{'relax.dist.redistribute' op expects a result that is whole along axis 1 of the mesh, as the operand is, found partial sums in '!relax.dtensor<tensor<8xf32>, @mesh, [P, P]>'; make them by 'relax.dist.call_tir_local_view'}}
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<8xf32>, @mesh, [P, R]> to !relax.dtensor<tensor<8xf32>, @mesh, [P, P]>
  relax.return
}

// -----

// R3 of relax.dist.annotate_sharding
relax.device_mesh @mesh [2]
relax.func @main(%x: tensor<8xf32>) {
  // expected-error @below {{'relax.dist.annotate_sharding' op expects axis 0 of the mesh to split a dimension of 'tensor<8xf32>', found a partial sum; spread it by hand with '!relax.dtensor'}}
  %0 = relax.dist.annotate_sharding %x on @mesh [P] : tensor<8xf32>
  relax.return
}

// -----

// R1 of relax.dist.call_tir_local_view
relax.device_mesh @mesh [2]
relax.func @main(%x: !relax.dtensor<tensor<8xf32>, @mesh, [R]>) {
  // expected-error @below {{'relax.dist.call_tir_local_view' op calls @copy, expected a 'tir.func' of the module; add it}}
  %0 = relax.dist.call_tir_local_view @copy(%x) : (!relax.dtensor<tensor<8xf32>, @mesh, [R]>) -> !relax.dtensor<tensor<8xf32>, @mesh, [R]>
  relax.return
}

// -----

// R2 of relax.dist.call_tir_local_view
relax.device_mesh @mesh [2]
// expected-note @below {{the callee is here}}
tir.func private @copy(%x: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @main(%x: !relax.dtensor<tensor<8xf32>, @mesh, [R]>) {
  // expected-error @below {{'relax.dist.call_tir_local_view' op needs 1 inputs, 1 outputs and 0 variables, but @copy has 1 parameters}}
  %0 = relax.dist.call_tir_local_view @copy(%x) : (!relax.dtensor<tensor<8xf32>, @mesh, [R]>) -> !relax.dtensor<tensor<8xf32>, @mesh, [R]>
  relax.return
}

// -----

// R3 of relax.dist.call_tir_local_view: the part has 4 elements.
relax.device_mesh @mesh [2]
// expected-note @below {{the callee is here}}
tir.func private @copy(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @main(%x: !relax.dtensor<tensor<8xf32>, @mesh, [S[0]]>) {
  // expected-error @below {{'relax.dist.call_tir_local_view' op has argument #0 of type 'tensor<4xf32>', expected what parameter #0 of @copy holds}}
  %0 = relax.dist.call_tir_local_view @copy(%x) : (!relax.dtensor<tensor<8xf32>, @mesh, [S[0]]>) -> !relax.dtensor<tensor<8xf32>, @mesh, [R]>
  relax.return
}

// -----

// R4 of relax.dist.call_tir_local_view
// expected-note @below {{the mesh is here}}
relax.device_mesh @mesh [2]
tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @main(%x: !relax.dtensor<tensor<7xf32>, @mesh, [S[0]]>) {
  // expected-error @below {{'relax.dist.call_tir_local_view' op splits '!relax.dtensor<tensor<7xf32>, @mesh, [S[0]]>' among more devices than expected, as a dimension divides by fewer; the mesh has the shape [2]}}
  %0 = relax.dist.call_tir_local_view @copy(%x) : (!relax.dtensor<tensor<7xf32>, @mesh, [S[0]]>) -> !relax.dtensor<tensor<7xf32>, @mesh, [R]>
  relax.return
}

// -----

// R1 of relax.dist.redistribute_replica_to_shard
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.dist.redistribute_replica_to_shard' op expects an axis in [-2, 2), but found 2}}
  %0 = relax.dist.redistribute_replica_to_shard %x {num_workers = 2 : i64, axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

// R2 of relax.dist.redistribute_replica_to_shard
relax.func @main(%x: tensor<2x3xf32>) {
  // expected-error @below {{'relax.dist.redistribute_replica_to_shard' op expects a size that divides by 2 workers, but found 3}}
  %0 = relax.dist.redistribute_replica_to_shard %x {num_workers = 2 : i64, axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  relax.return
}

// -----

relax.device_mesh @mesh [2]
tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  // expected-note @+1 {{the argument is written here}}
  memref.copy %y, %x : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func @f(%x: !relax.dtensor<tensor<4xf32>, @mesh, [R]>) {
  // expected-error @+1 {{passes argument #0 to be read, expected no write by @k; have it written in place, or into an output [relax.dist.call_tir_local_view R5]}}
  %0 = relax.dist.call_tir_local_view @k(%x) : (!relax.dtensor<tensor<4xf32>, @mesh, [R]>) -> !relax.dtensor<tensor<4xf32>, @mesh, [R]>
  relax.return
}

// -----

// R3 of relax.dist.redistribute_replica_to_shard
relax.func @main(%x: tensor<6xf32>) {
  // expected-error @below {{'relax.dist.redistribute_replica_to_shard' op expects 2 workers along the axes [1] of the mesh [2, 3], found 3}}
  %0 = relax.dist.redistribute_replica_to_shard %x {num_workers = 2 : i64, mesh = array<i64: 2, 3>, mesh_axes = array<i64: 1>} : (tensor<6xf32>) -> tensor<*xf32>
  relax.return
}
