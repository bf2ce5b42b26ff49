// Passes from tir to the gpu dialect.
#ifndef RELAX_CONVERSION_TIRTOGPU_PASSES_TD
#define RELAX_CONVERSION_TIRTOGPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTIRToGPUPass : Pass<"convert-tir-to-gpu", "::mlir::tir::FuncOp"> {
  let summary = "Launch the loops that are bound to thread axes";
  let description = [{
    Each outermost loop that is bound to a thread axis becomes a `gpu.launch`
    for the module `@kernels`, of which upstream's `gpu-kernel-outlining` makes
    a kernel. What the function does around it stays with the host. A function
    that binds no threads stays as it is.

    Threads that a loop has started meet where it ends: what follows comes after
    a barrier. What is not in a loop over each axis of the threads is done by
    the first thread of that axis, between barriers. A buffer that a kernel
    allocates is shared by the threads of a block if it says so, or if not all
    axes of the threads are bound where it is made; else each thread has one.
    Buffers that kernels share are on the device.

    Requires: blocks are lowered; all loops over one axis in a kernel have the
    same bounds, known when it starts.
    Ensures: no loop is bound to a thread axis; launches hold no op of tir.

    ```mlir
    // before
    tir.func private @double(%a: memref<512xf32>, %b: memref<512xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c256 = arith.constant 256 : index
      tir.for thread_binding "blockIdx.x" %i = %c0 to %c2 {
        tir.for thread_binding "threadIdx.x" %t = %c0 to %c256 {
          %0 = arith.muli %i, %c256 : index
          %1 = arith.addi %0, %t : index
          %2 = memref.load %a[%1] : memref<512xf32>
          %3 = arith.addf %2, %2 : f32
          memref.store %3, %b[%1] : memref<512xf32>
        }
      }
      tir.return
    }
    // after
    tir.func private @double(%a: memref<512xf32>, %b: memref<512xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c256 = arith.constant 256 : index
      %c1 = arith.constant 1 : index
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) module(@kernels) function(@double) {
        %0 = arith.muli %bx, %c256 : index
        %1 = arith.addi %0, %tx : index
        %2 = memref.load %a[%1] : memref<512xf32>
        %3 = arith.addf %2, %2 fastmath<contract> : f32
        memref.store %3, %b[%1] : memref<512xf32>
        gpu.terminator
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::gpu::GPUDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def GPUPassPlainBuffersPass
    : Pass<"gpu-pass-plain-buffers", "::mlir::tir::FuncOp"> {
  let summary = "Pass buffers to kernels as addresses";
  let description = [{
    Requires: nothing.
    Ensures: of a compact buffer that a `gpu.launch` uses and that is made
    outside of it, only the address of its first element and the sizes that are
    not constant go into the launch.

    ```mlir
    // before
    tir.func private @clear(%m: memref<?x4xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
        memref.store %zero, %m[%c0, %c0] : memref<?x4xf32>
        gpu.terminator
      }
      tir.return
    }
    // after
    tir.func private @clear(%m: memref<?x4xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
        %v = memref.reinterpret_cast %base to offset: [0], sizes: [%sizes#0, 4], strides: [4, 1] : memref<f32> to memref<?x4xf32, strided<[4, 1]>>
        %w = memref.cast %v : memref<?x4xf32, strided<[4, 1]>> to memref<?x4xf32>
        memref.store %zero, %w[%c0, %c0] : memref<?x4xf32>
        gpu.terminator
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

#endif // RELAX_CONVERSION_TIRTOGPU_PASSES_TD
