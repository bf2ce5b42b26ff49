// Sizes that workers do not divide, and workers in another order.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-lower-dist-ir

// expected-note @+1 {{the mesh is here}}
relax.device_mesh @mesh [2]
// expected-error @+1 {{'relax.func' op has a value of type '!relax.dtensor<tensor<5xf32>, @mesh, [S[0]]>', expected sizes that the workers divide; choose another placement, or give the tensor a hint by 'relax.dist.annotate_sharding', which pads it}}
relax.func @main(%x: !relax.dtensor<tensor<5xf32>, @mesh, [S[0]]>) {
  relax.return
}

// -----

// expected-error @+1 {{'relax.device_mesh' op expects devices from 0 on in their order, since workers stand on a mesh in the order of their numbers, found [1, 0]; leave them away}}
relax.device_mesh @mesh [2] devices [1, 0]
relax.func @main(%x: !relax.dtensor<tensor<4xf32>, @mesh, [S[0]]>) {
  relax.return
}
