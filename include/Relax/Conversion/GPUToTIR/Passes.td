// Passes from the gpu dialect back to tir.
#ifndef RELAX_CONVERSION_GPUTOTIR_PASSES_TD
#define RELAX_CONVERSION_GPUTOTIR_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertGPUToTIRPass : Pass<"convert-gpu-to-tir", "::mlir::tir::FuncOp"> {
  let summary = "Run launches of kernels as loops of the CPU";
  let description = [{
    Each `gpu.launch` becomes a parallel loop over the blocks. What the threads
    of a block do up to a barrier is a loop over them, and what they do after it
    another one; a loop or branch around a barrier goes around the loops over
    threads. A value that a thread keeps across a barrier is computed again, or
    is in a buffer with an element for each thread. So a program for a GPU runs
    on a machine without one.

    Requires: barriers are in no loops and branches but those whose bounds and
    conditions all threads of a block agree on, without reading memory; launches
    have one body each (`gpu-kernel-outlining` has not run).
    Ensures: no op of the gpu dialect is left in the function.

    ```mlir
    // before
    tir.func private @turn(%a: memref<4xf32>, %b: memref<4xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
          workgroup(%m : memref<4xf32, #gpu.address_space<workgroup>>) {
        %0 = memref.load %a[%tx] : memref<4xf32>
        memref.store %0, %m[%tx] : memref<4xf32, #gpu.address_space<workgroup>>
        gpu.barrier
        %1 = arith.subi %c3, %tx : index
        %2 = memref.load %m[%1] : memref<4xf32, #gpu.address_space<workgroup>>
        memref.store %2, %b[%tx] : memref<4xf32>
        gpu.terminator
      }
      tir.return
    }
    // after
    tir.func private @turn(%a: memref<4xf32>, %b: memref<4xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c0 = arith.constant 0 : index
      tir.for parallel %bz = %c0 to %c1 {
        tir.for parallel %by = %c0 to %c1 {
          tir.for parallel %bx = %c0 to %c1 {
            %m = memref.alloc() : memref<4xf32>
            tir.for %tz = %c0 to %c1 {
              tir.for %ty = %c0 to %c1 {
                tir.for %tx = %c0 to %c4 {
                  %0 = memref.load %a[%tx] : memref<4xf32>
                  memref.store %0, %m[%tx] : memref<4xf32>
                }
              }
            }
            tir.for %tz = %c0 to %c1 {
              tir.for %ty = %c0 to %c1 {
                tir.for %tx = %c0 to %c4 {
                  %1 = arith.subi %c3, %tx : index
                  %2 = memref.load %m[%1] : memref<4xf32>
                  memref.store %2, %b[%tx] : memref<4xf32>
                }
              }
            }
          }
        }
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tir::TIRDialect"
  ];
}

#endif // RELAX_CONVERSION_GPUTOTIR_PASSES_TD
