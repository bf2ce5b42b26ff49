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
