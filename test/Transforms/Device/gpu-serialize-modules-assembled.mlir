// Machine code is made of what needs no device library, whatever its names, and
// of no module that wants PTX alone.
// REQUIRES: ptxas
// RUN: rm -rf %t && split-file %s %t
// RUN: relax-opt %t/own.mlir --relax-gpu-serialize-modules=assemble | FileCheck %s --check-prefix=OWN
// OWN: gpu.binary @kernels {{.*}}.entry __nv_own{{.*}}bin = "\7FELF
// RUN: relax-opt %t/wish.mlir --relax-gpu-serialize-modules=assemble | FileCheck %s --check-prefix=WISH
// WISH: gpu.binary @kernels
// WISH-NOT: ELF
// RUN: env CUDA_ROOT= CUDA_HOME= CUDA_PATH= relax-opt %t/library.mlir --relax-gpu-serialize-modules=assemble 2>&1 | FileCheck %s --check-prefix=LIBRARY
// LIBRARY-NOT: warning
// LIBRARY: gpu.binary @kernels
// LIBRARY-NOT: ELF

// An assembler that fails leaves PTX; a machine without room for files does not.
// RUN: env TMPDIR=%t/none not relax-opt %t/own.mlir --relax-gpu-serialize-modules=assemble 2>&1 | FileCheck %s --check-prefix=FILES
// FILES: error: cannot make a temporary file: No such file or directory
// FILES-NOT: warning
// FILES-NOT: gpu.binary

//--- own.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
    llvm.func internal @__nv_helper(%p: !llvm.ptr<1>) attributes {no_inline} {
      llvm.return
    }
    llvm.func @__nv_own(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      llvm.call @__nv_helper(%p) : (!llvm.ptr<1>) -> ()
      llvm.return
    }
  }
}
//--- wish.mlir
module attributes {gpu.container_module, relax.ptx_only} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
    llvm.func @own() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}
//--- library.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
    llvm.func @__nv_nothing(f32) -> f32
    llvm.func @own(%p: !llvm.ptr<1>, %x: f32) attributes {gpu.kernel, nvvm.kernel} {
      %0 = llvm.call @__nv_nothing(%x) : (f32) -> f32
      llvm.store %0, %p : f32, !llvm.ptr<1>
      llvm.return
    }
  }
}
