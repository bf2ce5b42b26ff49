// RUN: relax-opt %s --convert-gpu-kernels-to-tir -split-input-file -verify-diagnostics

gpu.module @kernels {
  // expected-error @+1 {{has a parameter of 'vector<4xf32>'; expected buffers, numbers of at most 64 bits, and descriptions of tensors that it copies boxes of}}
  gpu.func @vector(%v: vector<4xf32>) kernel {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{has branches; expected one block: run 'convert-gpu-kernels-to-tir' before what lowers 'scf'}}
  gpu.func @branch() kernel {
    cf.br ^bb1
  ^bb1:
    gpu.return
  }
}
