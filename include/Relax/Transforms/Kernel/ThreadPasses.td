// Passes that write out what threads, and iterations, do in parallel.
#ifndef RELAX_TRANSFORMS_KERNEL_THREADPASSES_TD
#define RELAX_TRANSFORMS_KERNEL_THREADPASSES_TD

include "mlir/Pass/PassBase.td"

def InjectSoftwarePipelinePass
    : Pass<"tir-inject-software-pipeline", "::mlir::tir::FuncOp"> {
  let summary = "Let iterations of loops overlap as their annotations say";
  let description = [{
    Requires: loops that are to be pipelines hold no block
    (`tir-convert-blocks-to-opaque`).
    Ensures: no loop has an annotation `software_pipeline_*`.

    `software_pipeline_stage` gives each statement of the body a stage, and
    `software_pipeline_order` its place in a step; step `t` does of iteration
    `t - s` what is in stage `s`. Statements are the ops that have effects, but
    for loads, which go with the statement that uses the value, allocations, and
    barriers, which are placed anew. A buffer that the loop makes gets as many
    versions as are in use at a time. A statement in one of the
    `software_pipeline_async_stages`, which has to be a copy from global to
    shared memory, becomes `nvgpu.device_async_copy`; who uses what was copied
    waits for it. Inner loops come first: each of their parts, first, full and
    last steps, is one statement of the loop around them.

    An order in which results could differ is an error, as are annotations that
    do not fit the loop; with `skip-rejected` such a loop stays as it is, with a
    remark.

    ```mlir
    // before
    tir.func private @twice(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      tir.for %i = %c0 to %c8 annotations {software_pipeline_order = [0, 1], software_pipeline_stage = [0, 1]} {
        %t = memref.alloc() : memref<1xf32>
        %0 = memref.load %x[%i] : memref<8xf32>
        memref.store %0, %t[%c0] : memref<1xf32>
        %1 = memref.load %t[%c0] : memref<1xf32>
        %2 = arith.addf %1, %1 : f32
        memref.store %2, %y[%i] : memref<8xf32>
      }
      tir.return
    }
    // after
    tir.func private @twice(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %t = memref.alloc() : memref<2x1xf32>
      %c0_0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %0 = arith.remui %c0, %c2 : index
      %1 = memref.load %x[%c0] : memref<8xf32>
      memref.store %1, %t[%0, %c0] : memref<2x1xf32>
      %c7 = arith.constant 7 : index
      %c7_1 = arith.constant 7 : index
      tir.for %i = %c0 to %c7_1 {
        %c1 = arith.constant 1 : index
        %5 = arith.addi %i, %c1 : index
        %c2_5 = arith.constant 2 : index
        %6 = arith.remui %5, %c2_5 : index
        %7 = memref.load %x[%5] : memref<8xf32>
        memref.store %7, %t[%6, %c0] : memref<2x1xf32>
        %c0_6 = arith.constant 0 : index
        %c2_7 = arith.constant 2 : index
        %8 = arith.remui %i, %c2_7 : index
        %9 = memref.load %t[%8, %c0] : memref<2x1xf32>
        %10 = arith.addf %9, %9 : f32
        memref.store %10, %y[%i] : memref<8xf32>
      }
      %c7_2 = arith.constant 7 : index
      %c7_3 = arith.constant 7 : index
      %c2_4 = arith.constant 2 : index
      %2 = arith.remui %c7_3, %c2_4 : index
      %3 = memref.load %t[%2, %c0] : memref<2x1xf32>
      %4 = arith.addf %3, %3 : f32
      memref.store %4, %y[%c7_3] : memref<8xf32>
      tir.return
    }
    ```
  }];
  let options = [Option<"skipRejected", "skip-rejected", "bool", "false",
      "leave a loop that cannot be a pipeline as it is, with a remark">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
      "::mlir::nvgpu::NVGPUDialect", "::mlir::tir::TIRDialect"];
}

def LowerCrossThreadReductionPass
    : Pass<"tir-lower-cross-thread-reduction", "::mlir::tir::FuncOp"> {
  let summary = "Write out what the threads of a block reduce together";
  let description = [{
    Requires: nothing.
    Ensures: no reducing iterator of a block is driven by a loop over threads.
    Where one was, each thread reduces on its own, in a register; a tree in
    shared memory joins what they have; the first thread joins that with the
    start value. Extents need not be powers of two. A reduction that threads
    cannot do together is an error.

    ```mlir
    // before
    tir.func private @sum(%x: memref<8x4xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %f = arith.constant 0.0 : f32
      tir.for thread_binding "blockIdx.x" %i = %c0 to %c8 {
        tir.for thread_binding "threadIdx.x" %t = %c0 to %c2 {
          tir.for %o = %c0 to %c2 {
            %0 = arith.muli %o, %c2 : index
            %k = arith.addi %0, %t : index
            tir.block "sum" iters(%v : spatial = %i in %c8, %w : reduce = %k in %c4) reads(%x : memref<8x4xf32>) writes(%y : memref<8xf32>) {
              tir.init {
                memref.store %f, %y[%v] : memref<8xf32>
              }
              %1 = memref.load %x[%v, %w] : memref<8x4xf32>
              %2 = memref.load %y[%v] : memref<8xf32>
              %3 = arith.addf %2, %1 : f32
              memref.store %3, %y[%v] : memref<8xf32>
            }
          }
        }
      }
      tir.return
    }
    // after
    tir.func private @sum(%x: memref<8x4xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %f = arith.constant 0.000000e+00 : f32
      tir.for thread_binding "blockIdx.x" %i = %c0 to %c8 {
        %parts = memref.alloc() : memref<2xf32, #gpu.address_space<workgroup>>
        tir.for thread_binding "threadIdx.x" %t = %c0 to %c2 {
          %own = memref.alloc() : memref<1xf32, #gpu.address_space<private>>
          %c0_1 = arith.constant 0 : index
          %f_2 = arith.constant 0.000000e+00 : f32
          memref.store %f_2, %own[%c0_1] : memref<1xf32, #gpu.address_space<private>>
          tir.for %o = %c0 to %c2 {
            %1 = arith.muli %o, %c2 : index
            %2 = arith.addi %1, %t : index
            %3 = memref.load %x[%i, %2] : memref<8x4xf32>
            %4 = memref.load %own[%c0_1] : memref<1xf32, #gpu.address_space<private>>
            %5 = arith.addf %4, %3 : f32
            memref.store %5, %own[%c0_1] : memref<1xf32, #gpu.address_space<private>>
          }
          %0 = memref.load %own[%c0_1] : memref<1xf32, #gpu.address_space<private>>
          memref.store %0, %parts[%t] : memref<2xf32, #gpu.address_space<workgroup>>
        }
        tir.for thread_binding "threadIdx.x" %t = %c0 to %c2 {
          %c1 = arith.constant 1 : index
          %0 = arith.cmpi ult, %t, %c1 : index
          tir.if %0 {
            %c1_0 = arith.constant 1 : index
            %1 = arith.addi %t, %c1_0 : index
            %2 = memref.load %parts[%t] : memref<2xf32, #gpu.address_space<workgroup>>
            %3 = memref.load %parts[%1] : memref<2xf32, #gpu.address_space<workgroup>>
            %4 = arith.addf %2, %3 : f32
            memref.store %4, %parts[%t] : memref<2xf32, #gpu.address_space<workgroup>>
          }
        }
        tir.for thread_binding "threadIdx.x" %t = %c0 to %c2 {
          %c1 = arith.constant 1 : index
          %0 = arith.cmpi ult, %t, %c1 : index
          tir.if %0 {
            %1 = memref.load %parts[%t] : memref<2xf32, #gpu.address_space<workgroup>>
            %2 = arith.addf %f, %1 : f32
            memref.store %2, %y[%i] : memref<8xf32>
          }
        }
      }
      tir.return
    }
    
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
      "::mlir::tir::TIRDialect"];
}

#endif // RELAX_TRANSFORMS_KERNEL_THREADPASSES_TD
