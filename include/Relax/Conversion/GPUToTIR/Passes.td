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
    on a machine without one. What is copied asynchronously arrives
    when a thread waits for it; up to then its place holds NaN. A product of a
    warpgroup is added to its sums when a thread waits for its group.

    A device promises no order of threads between barriers, so a missing barrier
    may give the right result in one order. `thread-order` takes another one.
    Products read their operands as soon as they may in ascending order, and as
    late as they may in the others. If thread 0 requests copies by TMA it stays
    the first, since the others wait for it.

    With `check-accesses` each load and store asserts that it is inside of its
    buffer, each product of a warpgroup and each copy by TMA that fences stand
    behind what threads wrote, and shared memory holds NaN at first.

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
  let options = [
    Option<"threadOrder", "thread-order", "::mlir::tir::ThreadOrder",
           "::mlir::tir::ThreadOrder::Ascending",
           "Order of the threads of a block between barriers",
           [{::llvm::cl::values(
             clEnumValN(::mlir::tir::ThreadOrder::Ascending, "ascending",
                        "by their numbers"),
             clEnumValN(::mlir::tir::ThreadOrder::Descending, "descending",
                        "from the last one on"),
             clEnumValN(::mlir::tir::ThreadOrder::Shuffled, "shuffled",
                        "neighbours are far from each other"))}]>,
    Option<"checkAccesses", "check-accesses", "bool", "false",
           "Assert the bounds of all loads and stores, and fill shared memory "
           "with NaN">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tir::TIRDialect"
  ];
}

def GPUKernelsToTIRPass : Pass<"convert-gpu-kernels-to-tir", "::mlir::ModuleOp"> {
  let summary = "Make functions of the host of outlined kernels";
  let description = [{
    Each kernel of a device module becomes a public function `kernel.NAME`, a
    name that no library has, which launches it: with the kernel's buffers, then its other parameters, then the
    numbers of blocks and of threads along x, y and z. A number that is no size
    comes as the lowest bits of one. With `convert-gpu-to-tir`
    a library of them stands in for a device where there is none: the run time's
    driver for tests calls them in place of kernels.

    Requires: kernels have one block, and no parameters but buffers and numbers
    of at most 64 bits.
    Ensures: the module holds these functions and, if it has kernels, nothing
    else.

    ```mlir
    // before
    gpu.module @kernels {
      gpu.func @clear(%n: index, %m: memref<f32>) kernel {
        %zero = arith.constant 0.0 : f32
        memref.store %zero, %m[] : memref<f32>
        gpu.return
      }
    }
    // after
    tir.func @kernel.clear(%m: memref<f32>, %n: index, %gx: index, %gy: index, %gz: index, %sx: index, %sy: index, %sz: index) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
      gpu.launch blocks(%bx, %by, %bz) in (%nx = %gx, %ny = %gy, %nz = %gz)
          threads(%tx, %ty, %tz) in (%mx = %sx, %my = %sy, %mz = %sz) {
        %zero = arith.constant 0.0 : f32
        memref.store %zero, %m[] : memref<f32>
        gpu.terminator
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::tir::TIRDialect"
  ];
}

#endif // RELAX_CONVERSION_GPUTOTIR_PASSES_TD
