// A kernel asks for what its launch has asked for; one of no launch stays.
// RUN: relax-opt %s --relax-gpu-outline-kernels | FileCheck %s
// RUN: relax-opt %s --relax-gpu-outline-kernels --relax-gpu-outline-kernels | FileCheck %s

// CHECK-NOT: gpu.launch
// CHECK-LABEL: tir.func private @starts
// CHECK: gpu.launch_func @made::@kernel
// CHECK: gpu.launch_func @kernels::@starts
// CHECK: gpu.launch_func @starts_kernel::@starts_kernel
// CHECK: gpu.module @kernels {
// CHECK-NEXT: gpu.func @starts() kernel attributes {{{.*}}nvvm.minctasm = 6 : i64}
// CHECK: gpu.module @starts_kernel {
// CHECK-NEXT: gpu.func @starts_kernel()
// CHECK-NOT: nvvm.minctasm
// CHECK: gpu.module @made
// CHECK-NEXT: gpu.func @kernel() kernel {
module attributes {gpu.container_module} {
  tir.func private @starts() attributes {num_inputs = 0 : i64, tir.is_scheduled} {
    %c1 = arith.constant 1 : index
    gpu.launch_func @made::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) module(@kernels) function(@starts) {
      gpu.terminator
    } {nvvm.minctasm = 6 : i64}
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      gpu.terminator
    }
    tir.return
  }
  tir.func private @empty() attributes {num_inputs = 0 : i64, tir.is_scheduled} {
    tir.return
  }
  gpu.module @made {
    gpu.func @kernel() kernel {
      gpu.return
    }
  }
}
