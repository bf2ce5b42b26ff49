// Passes that make kernels of launches.
#ifndef RELAX_TRANSFORMS_DEVICE_OUTLINEPASSES_TD
#define RELAX_TRANSFORMS_DEVICE_OUTLINEPASSES_TD

include "mlir/Pass/PassBase.td"

def GPUOutlineKernelsPass
    : Pass<"relax-gpu-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Make kernels of launches, with what these ask for";
  let description = [{
    What upstream's `gpu-kernel-outlining` does, which drops attributes of a
    launch: `nvvm.minctasm`, the blocks in a multiprocessor for which registers
    leave room, is the kernel's.

    Requires: nothing.
    Ensures: no `gpu.launch` is left.

    ```mlir
    // before
    tir.func private @start() attributes {num_inputs = 0 : i64, tir.is_scheduled} {
      %c1 = arith.constant 1 : index
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) module(@kernels) function(@start) {
        gpu.terminator
      } {nvvm.minctasm = 8 : i64}
      tir.return
    }
    // after
    module attributes {gpu.container_module} {
      tir.func private @start() attributes {num_inputs = 0 : i64, tir.is_scheduled} {
        %c1 = arith.constant 1 : index
        gpu.launch_func @kernels::@start blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        tir.return
      }
      gpu.module @kernels {
        gpu.func @start() kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>, nvvm.minctasm = 8 : i64} {
          %block_id_x = gpu.block_id x
          %block_id_y = gpu.block_id y
          %block_id_z = gpu.block_id z
          %thread_id_x = gpu.thread_id x
          %thread_id_y = gpu.thread_id y
          %thread_id_z = gpu.thread_id z
          %grid_dim_x = gpu.grid_dim x
          %grid_dim_y = gpu.grid_dim y
          %grid_dim_z = gpu.grid_dim z
          %block_dim_x = gpu.block_dim x
          %block_dim_y = gpu.block_dim y
          %block_dim_z = gpu.block_dim z
          gpu.return
        }
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::DLTIDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

#endif // RELAX_TRANSFORMS_DEVICE_OUTLINEPASSES_TD
