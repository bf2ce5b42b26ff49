// What workers cannot exchange, and meshes that nobody defines.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-lower-dist-ir

relax.device_mesh @mesh [2, 2]
relax.func @main(%x: !relax.dtensor<tensor<8xf32>, @mesh, [S[0], R]>) {
  // expected-error @+1 {{'relax.dist.redistribute' op expects a mesh of one axis, along which workers exchange tensors, found '!relax.dtensor<tensor<8xf32>, @mesh, [S[0], R]>'}}
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<8xf32>, @mesh, [S[0], R]> to !relax.dtensor<tensor<8xf32>, @mesh, [R, R]>
  relax.return
}

// -----

// expected-error @+1 {{'relax.func' op has a value of type '!relax.dtensor<tensor<8xf32>, @mesh, [R]>', expected a mesh of the module that divides a dimension}}
relax.func @main(%x: !relax.dtensor<tensor<8xf32>, @mesh, [R]>) {
  relax.return
}
