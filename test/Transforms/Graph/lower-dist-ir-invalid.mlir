// Meshes that nobody defines.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-lower-dist-ir

// expected-error @+1 {{'relax.func' op has a value of type '!relax.dtensor<tensor<8xf32>, @mesh, [R]>', expected a mesh of the module that divides a dimension}}
relax.func @main(%x: !relax.dtensor<tensor<8xf32>, @mesh, [R]>) {
  relax.return
}
