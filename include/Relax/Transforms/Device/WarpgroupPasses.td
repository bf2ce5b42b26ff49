// Passes for products of warpgroups, and the shared memory that they need.
#ifndef RELAX_TRANSFORMS_DEVICE_WARPGROUPPASSES_TD
#define RELAX_TRANSFORMS_DEVICE_WARPGROUPPASSES_TD

include "mlir/Pass/PassBase.td"

def GPULowerWarpgroupProductsPass
    : Pass<"relax-gpu-lower-warpgroup-products", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower products of matrices by warpgroups to the instruction";
  let description = [{
    The instruction gets a descriptor of each factor: the address of its first
    element, and how it lies.

    Requires: a module with such products is for sm_90a, the one chip that has
    the instruction.
    Ensures: no `tir.warpgroup_product` is left.

    ```mlir
    // before
    gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
      gpu.func @product(%s: memref<4xf32>, %a: memref<1024xf16, #gpu.address_space<workgroup>>) {
        %c0 = arith.constant 0 : index
        tir.warpgroup_product %s += %a[%c0] * %a[%c0] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<4xf32>, memref<1024xf16, #gpu.address_space<workgroup>>, memref<1024xf16, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    // error: is an instruction that sm_90 lacks; expected sm_90a
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::NVVM::NVVMDialect"
  ];
}

def GPUUseDynamicSharedMemoryPass
    : Pass<"relax-gpu-use-dynamic-shared-memory", "::mlir::tir::FuncOp"> {
  let summary = "Ask for shared memory where a launch needs much";
  let description = [{
    Requires: nothing.
    Ensures: a launch whose block shares more than 48 KiB, in buffers of numbers,
    has that as dynamic shared memory, in which each buffer begins at a multiple
    of 1,024 bytes.

    ```mlir
    // before
    tir.func private @fill(%b: memref<16384xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
      %c1 = arith.constant 1 : index
      %c32 = arith.constant 32 : index
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
          workgroup(%m : memref<16384xf32, #gpu.address_space<workgroup>>) {
        %0 = memref.load %m[%tx] : memref<16384xf32, #gpu.address_space<workgroup>>
        memref.store %0, %b[%tx] : memref<16384xf32>
        gpu.terminator
      }
      tir.return
    }
    // after
    tir.func private @fill(%b: memref<16384xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
      %c1 = arith.constant 1 : index
      %c32 = arith.constant 32 : index
      %c65536 = arith.constant 65536 : i32
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
          dynamic_shared_memory_size %c65536 {
        %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        %m = memref.view %all[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<16384xf32, #gpu.address_space<workgroup>>
        %0 = memref.load %m[%tx] : memref<16384xf32, #gpu.address_space<workgroup>>
        memref.store %0, %b[%tx] : memref<16384xf32>
        gpu.terminator
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def GPUExportDynamicSharedMemoryPass
    : Pass<"relax-gpu-export-dynamic-shared-memory", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Let dynamic shared memory begin where the launch puts it";
  let description = [{
    Upstream's lowering of `gpu.dynamic_shared_memory` is a variable that the
    module defines.

    Requires: nothing.
    Ensures: a variable of shared memory that has no elements is external, and
    begins at a multiple of 1,024 bytes.

    ```mlir
    // before
    gpu.module @kernels {
      llvm.mlir.global internal @memory() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
    }
    // after
    gpu.module @kernels {
      llvm.mlir.global external @memory() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // RELAX_TRANSFORMS_DEVICE_WARPGROUPPASSES_TD
