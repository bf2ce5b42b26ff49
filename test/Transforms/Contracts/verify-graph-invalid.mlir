// RUN: relax-opt %s --relax-verify-graph --split-input-file --verify-diagnostics

relax.func impure @main() {
  // expected-error @+1 {{manages memory, but functions of the graph level hold values only; memory becomes explicit in 'relax-call-tir-rewrite'}}
  %0 = relax.memory.alloc_storage [16]
  // expected-error @+1 {{manages memory}}
  relax.memory.kill_storage %0
  relax.return
}

// -----

relax.func private @fine(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}
