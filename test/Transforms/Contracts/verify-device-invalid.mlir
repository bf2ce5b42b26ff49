// RUN: relax-opt %s --relax-verify-device --split-input-file --verify-diagnostics

// expected-error @+1 {{has no target; attach one with 'nvvm-attach-target'}}
gpu.module @kernels {
}

// -----

// expected-note @+1 {{the device's module is here}}
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  gpu.func @kernel(%c: i1) kernel {
    // expected-error @+1 {{is left in a device's module, whose code is of the 'gpu', 'nvvm' and 'llvm' dialects}}
    tir.assert %c, "no"
    gpu.return
  }
}
