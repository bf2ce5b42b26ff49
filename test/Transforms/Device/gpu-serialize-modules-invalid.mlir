// What cannot become code is rejected, and all modules are looked at.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-gpu-serialize-modules

// expected-error @+1 {{'gpu.module' op expects a target, found none; attach one with 'nvvm-attach-target'}}
gpu.module @kernels {
}
gpu.module @others [#nvvm.target] {
}

// -----

// expected-error @+2 {{'gpu.module' op cannot be turned into code of #nvvm.target<chip = "sm_90">}}
// expected-error @+1 {{Failed creating the llvm::Module}}
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  // expected-error @+2 {{unsupported GPU operation: gpu.func}}
  // expected-error @+1 {{LLVM Translation failed for operation: gpu.func}}
  gpu.func @one() kernel {
    gpu.return
  }
}
