// Passes that form, fuse and schedule tensor programs.
#ifndef RELAX_TRANSFORMS_KERNEL_PASSES_TD
#define RELAX_TRANSFORMS_KERNEL_PASSES_TD

include "mlir/Pass/PassBase.td"

def DefaultCPUSchedulePass
    : Pass<"tir-default-cpu-schedule", "::mlir::tir::FuncOp"> {
  let summary = "Tile, vectorize and thread a tensor program for a CPU";
  let description = [{
    Requires: nothing.
    Ensures: the function has no block and carries `tir.is_scheduled`. A
    scheduled function stays as it is.

    Elementwise blocks are computed where they are used, unless that repeats
    costly work. A reduction is computed in tiles whose accumulators are a small
    buffer with constant indices, which becomes registers; the elementwise
    block that finishes it runs tile by tile. The rest is vectorized along its
    contiguous axis. Outer loops run in parallel where the work is worth it.
    What is none of these stays serial, with a remark.

    ```mlir
    // before
    tir.func private @exp(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      tir.for %i = %c0 to %c8 {
        tir.block "exp" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          %0 = memref.load %x[%v] : memref<8xf32>
          %1 = math.exp %0 : f32
          memref.store %1, %y[%v] : memref<8xf32>
        }
      }
      tir.return
    }
    // after
    tir.func private @exp(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
      %c8 = arith.constant 8 : index
      %c0 = arith.constant 0 : index
      tir.for vectorized %i = %c0 to %c8 {
        %0 = memref.load %x[%i] : memref<8xf32>
        %1 = math.exp %0 : f32
        memref.store %1, %y[%i] : memref<8xf32>
      }
      tir.return
    }
    ```
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "0",
      "width of a vector register; 0: that of this machine">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::memref::MemRefDialect", "::mlir::tir::TIRDialect"];
}

#endif // RELAX_TRANSFORMS_KERNEL_PASSES_TD
