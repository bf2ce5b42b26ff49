// RUN: relax-opt %s --convert-tir-to-scf -split-input-file -verify-diagnostics

tir.func private @device(%a: memref<4xf32>) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{is bound to the thread axis "threadIdx.x", which a CPU does not have, expected a loop without threads; schedule the function for the CPU}}
  tir.for thread_binding "threadIdx.x" %i = %c0 to %c4 {
  }
  tir.return
}

// -----

tir.func private @copied(%a: memref<4xf32>, %b: memref<4xf32>) attributes {num_inputs = 1} {
  tir.return
}
relax.func @called(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'relax.call_tir' op calls a tensor program, which would become a 'func.func'; lower the call first, with 'convert-relax-to-runtime'}}
  %0 = relax.call_tir @copied(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
