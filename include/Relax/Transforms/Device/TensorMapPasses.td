// Passes for copies of boxes of tensors to shared memory.
#ifndef RELAX_TRANSFORMS_DEVICE_TENSORMAPPASSES_TD
#define RELAX_TRANSFORMS_DEVICE_TENSORMAPPASSES_TD

include "mlir/Pass/PassBase.td"

def GPULowerBulkLoadsPass
    : Pass<"relax-gpu-lower-bulk-loads", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower copies of boxes of tensors to upstream's";
  let description = [{
    Upstream's `nvgpu.tma.async.load` knows what a description is of by its
    type, which no kernel can have as a parameter: the type is put on in the
    kernel.

    Requires: nothing.
    Ensures: no `tir.bulk_load` is left.

    ```mlir
    // before
    gpu.module @kernels {
      gpu.func @load(%map: !llvm.ptr, %s: memref<8192xf16, #gpu.address_space<workgroup>>, %b: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %i: index, %j: index) {
        tir.bulk_load %map[%i, %j] to %s[%i], %b[%j] {box = array<i64: 128, 64>, swizzle = 128 : i64} : !llvm.ptr, memref<8192xf16, #gpu.address_space<workgroup>>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    // after
    gpu.module @kernels {
      gpu.func @load(%map: !llvm.ptr, %s: memref<8192xf16, #gpu.address_space<workgroup>>, %b: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %i: index, %j: index) {
        %0 = builtin.unrealized_conversion_cast %map : !llvm.ptr to !nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, #gpu.address_space<workgroup>>, swizzle = swizzle_128b, l2promo = l2promo_128b, oob = zero, interleave = none>
        %1 = memref.reinterpret_cast %s to offset: [%i], sizes: [128, 64], strides: [64, 1] : memref<8192xf16, #gpu.address_space<workgroup>> to memref<128x64xf16, strided<[64, 1], offset: ?>, #gpu.address_space<workgroup>>
        nvgpu.tma.async.load %0[%j, %i], %b[%j] to %1 : !nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, #gpu.address_space<workgroup>>, swizzle = swizzle_128b, l2promo = l2promo_128b, oob = zero, interleave = none>, <memorySpace = #gpu.address_space<workgroup>> -> memref<128x64xf16, strided<[64, 1], offset: ?>, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::memref::MemRefDialect", "::mlir::nvgpu::NVGPUDialect"
  ];
}

def GPUPassTensorMapsPass
    : Pass<"relax-gpu-pass-tensor-maps", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Pass descriptions of tensors to kernels by value";
  let description = [{
    The description is then in the memory of the kernel's parameters, which the
    device's copying unit reads: no memory of the device has to be made and
    written for each launch.

    Requires: kernels are of the llvm dialect.
    Ensures: a parameter of a kernel through which it copies boxes has 128 bytes
    at a multiple of 64, which no thread changes.

    ```mlir
    // before
    gpu.module @kernels {
      llvm.func @load(%map: !llvm.ptr) attributes {nvvm.kernel} {
        nvvm.prefetch tensormap, %map : !llvm.ptr
        llvm.return
      }
    }
    // after
    gpu.module @kernels {
      llvm.func @load(%map: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}) attributes {nvvm.kernel} {
        nvvm.prefetch tensormap, %map : !llvm.ptr
        llvm.return
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect"
  ];
}

#endif // RELAX_TRANSFORMS_DEVICE_TENSORMAPPASSES_TD
