// RUN: relax-opt %s --convert-relax-rt-to-llvm -split-input-file -verify-diagnostics

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @fill() kernel {
    gpu.return
  }
}
func.func private @no_code() {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected code of @kernels, whose kernel it launches; run 'gpu-module-to-binary' first}}
  gpu.launch_func @kernels::@fill blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
  return
}
}

// -----

module attributes {gpu.container_module} {
gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90">, "ptx">]
func.func private @shared(%n: i32) {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{asks for shared memory whose size is known at run time only; expected a constant}}
  gpu.launch_func @kernels::@fill blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %n
  return
}
}

// -----

// expected-error @+1 {{calls __nv_expf; expected the device library, found none: install the CUDA toolkit or set CUDA_ROOT to it}}
gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90">, ".extern .func (.param .b32 func_retval0) __nv_expf (.param .b32 x);">]
