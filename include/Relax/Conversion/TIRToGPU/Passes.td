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
    allocates is shared by the threads of a block if it says so. If it says
    nothing, there is one for each iteration of the loops over threads that it
    is made in, for all threads of the block that take part in it: each thread
    has one where all axes of the threads are bound. Buffers that kernels share
    are on the device. An annotation `nvvm.minctasm` of the outermost loop,
    blocks for which registers leave room, is one of the launch.

    Requires: blocks are lowered; all loops over one axis in a kernel have the
    same bounds, known when it starts. What threads share fits the chip that the
    function is for (`relax.target`), without one a chip that has most.
    Ensures: no loop is bound to a thread axis; launches hold no op of tir but
    `tir.warpgroup_product`.

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
    "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // RELAX_CONVERSION_TIRTOGPU_PASSES_TD
