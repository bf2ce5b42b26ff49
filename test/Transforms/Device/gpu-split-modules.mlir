// Modules of many kernels become several, and launches follow.
// RUN: relax-opt %s --relax-gpu-split-modules=max-kernels=2 | FileCheck %s
// RUN: relax-opt %s --relax-gpu-split-modules=max-kernels=2 --relax-gpu-split-modules=max-kernels=2 | FileCheck %s
// RUN: relax-opt %s --relax-gpu-split-modules | FileCheck %s --check-prefix=WHOLE
// RUN: relax-opt %s --relax-gpu-split-modules=max-kernels=0 | FileCheck %s --check-prefix=WHOLE

// CHECK: gpu.launch_func @kernels::@one
// CHECK: gpu.launch_func @kernels::@two
// CHECK: gpu.launch_func @kernels_0::@three
// CHECK: gpu.launch_func @other::@three
// CHECK: gpu.module @kernels [#nvvm.target] {
// CHECK-NEXT: memref.global "private" @table
// CHECK-NEXT: gpu.func @one
// CHECK: gpu.func @two
// CHECK-NOT: gpu.func
// CHECK: gpu.module @kernels_0 [#nvvm.target] {
// CHECK-NEXT: memref.global "private" @table
// CHECK-NEXT: gpu.func @three
// CHECK: gpu.module @other {
// CHECK-NEXT: gpu.func @three
// WHOLE: gpu.launch_func @kernels::@three
// WHOLE-NOT: gpu.module @kernels_
module attributes {gpu.container_module} {
  tir.func private @dead() attributes {num_inputs = 0 : i64, tir.is_scheduled} {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@one blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @kernels::@two blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @kernels::@three blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @other::@three blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    tir.return
  }
  gpu.module @kernels [#nvvm.target] {
    memref.global "private" @table : memref<4xf32>
    gpu.func @one() kernel {
      gpu.return
    }
    gpu.func @two() kernel {
      gpu.return
    }
    gpu.func @three() kernel {
      gpu.return
    }
  }
  gpu.module @other {
    gpu.func @three() kernel {
      gpu.return
    }
  }
}
