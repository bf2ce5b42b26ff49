// RUN: relax-opt %s --convert-tir-to-scf -split-input-file -verify-diagnostics

tir.func private @device(%a: memref<4xf32>) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{is bound to the thread axis "threadIdx.x", which a CPU does not have; schedule the function for the CPU}}
  tir.for thread_binding "threadIdx.x" %i = %c0 to %c4 {
  }
  tir.return
}
