// RUN: relax-opt %s --relax-verify-device --split-input-file --verify-diagnostics

// expected-error @below {{has no target; attach one with 'nvvm-attach-target'}}
gpu.module @kernels {
}

// -----

// expected-note @below {{the device's module is here}}
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  gpu.func @kernel(%c: i1) kernel {
    // expected-error @below {{is left in a device's module, whose code is of the 'gpu', 'nvvm' and 'llvm' dialects}}
    tir.assert %c, "no"
    gpu.return
  }
}

// -----

// All of them in all modules.
// expected-error @below {{'gpu.module' op has no target; attach one with 'nvvm-attach-target' [relax-verify-device R1]}}
// expected-note @below {{the device's module is here}}
gpu.module @first {
  gpu.func @kernel(%c: i1, %x: tensor<4xf32>) kernel {
    // expected-error @below {{'relax.exp' op is left in a device's module, whose code is of the 'gpu', 'nvvm' and 'llvm' dialects [relax-verify-device R2]}}
    %0 = relax.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    // expected-error @below {{'tir.assert' op is left in a device's module}}
    tir.assert %c, "no"
    gpu.return
  }
}
module @nested {
  // expected-error @below {{has no target}}
  gpu.module @second {
  }
}
