// Passes that schedule tensor programs.
#ifndef RELAX_TRANSFORMS_KERNEL_SCHEDULEPASSES_TD
#define RELAX_TRANSFORMS_KERNEL_SCHEDULEPASSES_TD

include "mlir/Pass/PassBase.td"

def ApplyScheduleRequestsPass
    : Pass<"tir-apply-schedule-requests", "::mlir::tir::FuncOp"> {
  let summary = "Change loops and blocks as their annotations ask";
  let description = [{
    Requires: nothing.
    Ensures: no loop and no block has an annotation that is a request, and each
    was granted. One that cannot be is an error.

    Loops: `split = N`, `fuse` (with the only loop inside), `reorder` (with the
    only loop inside), `parallel`, `vectorize`, `unroll`. Blocks: `inline`
    (where the result is read), `decompose` (the start value before the
    loops), `drop = array<i64: I>` (an iterator of extent 1), `fuse_iters =
    array<i64: I, J>`, `simplify` (drop and fuse what can be), `lower` (leave
    the body only). Inner ops come first; on one op the order is that of this list.

    ```mlir
    // before
    tir.func private @zero(%y: memref<64xf32>) attributes {num_inputs = 0 : i64} {
      %c0 = arith.constant 0 : index
      %c64 = arith.constant 64 : index
      %f = arith.constant 0.0 : f32
      tir.for %i = %c0 to %c64 annotations {split = 16 : i64} {
        memref.store %f, %y[%i] : memref<64xf32>
      }
      tir.return
    }
    // after
    tir.func private @zero(%y: memref<64xf32>) attributes {num_inputs = 0 : i64} {
      %c0 = arith.constant 0 : index
      %c64 = arith.constant 64 : index
      %f = arith.constant 0.0 : f32
      %c0_0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %c16 = arith.constant 16 : index
      tir.for %o = %c0_0 to %c4 {
        tir.for %i = %c0_0 to %c16 {
          %0 = arith.muli %o, %c16 : index
          %1 = arith.addi %0, %i : index
          memref.store %f, %y[%1] : memref<64xf32>
        }
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::memref::MemRefDialect", "::mlir::tir::TIRDialect"];
}

def CompactBuffersPass : Pass<"tir-compact-buffers", "::mlir::tir::FuncOp"> {
  let summary = "Make buffers no larger than what is used of them at a time";
  let description = [{
    Requires: blocks that touch the buffers are lowered
    (`tir-convert-blocks-to-opaque`); others stay as they are.
    Ensures: a dimension of a buffer that is made in a loop, or in the function,
    has the size of the range that one iteration touches, where that is a
    constant and less. So what `transform.tir.compute_at` and the caches make
    fits into the memory of a thread block.

    ```mlir
    // before
    tir.func private @rows(%x: memref<8x64xf32>, %y: memref<8x64xf32>) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c64 = arith.constant 64 : index
      tir.for %i = %c0 to %c8 {
        %t = memref.alloc() : memref<8x64xf32>
        tir.for %j = %c0 to %c64 {
          %0 = memref.load %x[%i, %j] : memref<8x64xf32>
          memref.store %0, %t[%i, %j] : memref<8x64xf32>
        }
        tir.for %j = %c0 to %c64 {
          %0 = memref.load %t[%i, %j] : memref<8x64xf32>
          memref.store %0, %y[%i, %j] : memref<8x64xf32>
        }
      }
      tir.return
    }
    // after
    tir.func private @rows(%x: memref<8x64xf32>, %y: memref<8x64xf32>) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c64 = arith.constant 64 : index
      tir.for %i = %c0 to %c8 {
        %t = memref.alloc() : memref<1x64xf32>
        tir.for %j = %c0 to %c64 {
          %0 = memref.load %x[%i, %j] : memref<8x64xf32>
          %c0_0 = arith.constant 0 : index
          memref.store %0, %t[%c0_0, %j] : memref<1x64xf32>
        }
        tir.for %j = %c0 to %c64 {
          %c0_0 = arith.constant 0 : index
          %0 = memref.load %t[%c0_0, %j] : memref<1x64xf32>
          memref.store %0, %y[%i, %j] : memref<8x64xf32>
        }
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::memref::MemRefDialect"];
}

def ConvertBlocksToOpaquePass
    : Pass<"tir-convert-blocks-to-opaque", "::mlir::tir::FuncOp"> {
  let summary = "Replace blocks by what they do";
  let description = [{
    Requires: nothing.
    Ensures: the function has no block. A start value comes before the loops
    that reduce, so that it is there when they run no time; where one loop
    drives a reducing and another iterator, it is guarded in place. A
    predicate is a `tir.if`.

    ```mlir
    // before
    tir.func private @sum(%x: memref<8xf32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %f = arith.constant 0.0 : f32
      tir.for %i = %c0 to %c8 {
        tir.block "sum" iters(%v : reduce = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<f32>) {
          tir.init {
            memref.store %f, %y[] : memref<f32>
          }
          %0 = memref.load %x[%v] : memref<8xf32>
          %1 = memref.load %y[] : memref<f32>
          %2 = arith.addf %1, %0 : f32
          memref.store %2, %y[] : memref<f32>
        }
      }
      tir.return
    }
    // after
    tir.func private @sum(%x: memref<8xf32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %f = arith.constant 0.0 : f32
      memref.store %f, %y[] : memref<f32>
      tir.for %i = %c0 to %c8 {
        %0 = memref.load %x[%i] : memref<8xf32>
        %1 = memref.load %y[] : memref<f32>
        %2 = arith.addf %1, %0 : f32
        memref.store %2, %y[] : memref<f32>
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::tir::TIRDialect"];
}

def StreamResultsPass : Pass<"tir-stream-results", "::mlir::tir::FuncOp"> {
  let summary = "Store results past the caches of a CPU that they do not fit into, and fetch inputs before";
  let description = [{
    Requires: nothing.
    Ensures: a vector of a result is stored with `nontemporal` where the result
    is of a known size above `cache_bytes` of the function's target (of a GPU
    its host), the function only stores it, and the loop calls no elementary
    function, which takes longer than the memory. Nobody could find such a result
    in a cache later; without the mark each line is read from memory before it
    is written, and pushes out what is of use. Functions of a target that does
    not say how large its caches are stay as they are, as do kernels of a GPU.

    Where several loops go over each row of such an input, as those of a softmax
    do, and one behind the first computes elementary functions, that one fetches
    the next row: `memref.prefetch`. It takes longer than the memory, which the
    loops before have been waiting for.

    ```mlir
    // before
    tir.func private @double(%x: memref<4096xf32>, %y: memref<4096xf32>) attributes {num_inputs = 1 : i64,
        relax.target = #relax.target<cpu, cache_bytes = 8192>} {
      %c0 = arith.constant 0 : index
      %c16 = arith.constant 16 : index
      %c256 = arith.constant 256 : index
      tir.for %i = %c0 to %c256 {
        %0 = arith.muli %i, %c16 : index
        tir.for vectorized %j = %c0 to %c16 {
          %1 = arith.addi %0, %j : index
          %2 = memref.load %x[%1] : memref<4096xf32>
          %3 = arith.addf %2, %2 : f32
          memref.store %3, %y[%1] : memref<4096xf32>
        }
      }
      tir.return
    }
    // after
    tir.func private @double(%x: memref<4096xf32>, %y: memref<4096xf32>) attributes {num_inputs = 1 : i64,
        relax.target = #relax.target<cpu, cache_bytes = 8192>} {
      %c0 = arith.constant 0 : index
      %c16 = arith.constant 16 : index
      %c256 = arith.constant 256 : index
      tir.for %i = %c0 to %c256 {
        %0 = arith.muli %i, %c16 : index
        tir.for vectorized %j = %c0 to %c16 {
          %1 = arith.addi %0, %j : index
          %2 = memref.load %x[%1] : memref<4096xf32>
          %3 = arith.addf %2, %2 : f32
          memref.store %3, %y[%1] {nontemporal = true} : memref<4096xf32>
        }
      }
      tir.return
    }
    ```
  }];
}

def DefaultCPUSchedulePass
    : Pass<"tir-default-cpu-schedule", "::mlir::tir::FuncOp"> {
  let summary = "Tile, vectorize and thread a tensor program for a CPU";
  let description = [{
    Requires: nothing.
    Ensures: the function has no block and carries `tir.is_scheduled`. A
    scheduled function stays as it is; one that has blocks still, as TVM's
    schedules leave it, keeps its loops.

    Elementwise blocks are computed where they are used, unless that repeats
    costly work. A reduction is computed in tiles whose accumulators are a small
    buffer with constant indices, which becomes registers; the elementwise
    block that finishes it runs tile by tile. The rest is vectorized along its
    contiguous axis. Outer loops run in parallel where the work is worth it.
    What is none of these stays serial, with a remark. Vectors are as wide as
    the option says, else the function's target (of a GPU its host), else this
    machine's. The steps are ops of the
    transform dialect as well, `docs/Schedules.md`.

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
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
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
      "width of a vector register; 0: that of the function's target, without "
      "one that of this machine">,
      Option<"showSteps", "show-steps", "bool", "false",
      "say of each block by which transform op a script does the same">];
  let dependentDialects = ["::mlir::amx::AMXDialect",
      "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
      "::mlir::scf::SCFDialect", "::mlir::tir::TIRDialect",
      "::mlir::vector::VectorDialect"];
}

def DefaultGPUSchedulePass
    : Pass<"tir-default-gpu-schedule", "::mlir::tir::FuncOp"> {
  let summary = "Bind a tensor program to the threads of a GPU";
  let description = [{
    Requires: nothing.
    Ensures: the function has no block, carries `tir.is_scheduled`, and all it
    does is in loops that are bound to blocks and threads. A scheduled function
    without blocks stays as it is, as one for the host does, and one whose target
    is a CPU unless the option names a chip; one that binds threads already
    keeps its loops, and its buffers become as large as what is used of them at
    a time. No function is an error.

    Each op at the top becomes one kernel, or a part of one, by the first rule
    that takes it (`docs/Devices.md`); the last one runs a thread for each value
    of the spatial iterators of a nest of loops around one block, of any number
    of them, also none. Opaque nests run in one thread, with a remark; statements that are in
    no loop make the whole function do so.

    ```mlir
    // before
    tir.func private @exp(%x: memref<1000xf32>, %y: memref<1000xf32>) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %c1000 = arith.constant 1000 : index
      tir.for %i = %c0 to %c1000 {
        tir.block "exp" iters(%v : spatial = %i in %c1000) reads(%x : memref<1000xf32>) writes(%y : memref<1000xf32>) {
          %0 = memref.load %x[%v] : memref<1000xf32>
          %1 = math.exp %0 : f32
          memref.store %1, %y[%v] : memref<1000xf32>
        }
      }
      tir.return
    }
    // after
    tir.func private @exp(%x: memref<1000xf32>, %y: memref<1000xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
      %c1000 = arith.constant 1000 : index
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %c256 = arith.constant 256 : index
      tir.for thread_binding "blockIdx.x" %b = %c0 to %c4 {
        tir.for thread_binding "threadIdx.x" %t = %c0 to %c256 {
          %0 = arith.muli %b, %c256 : index
          %1 = arith.addi %0, %t : index
          %2 = arith.cmpi slt, %1, %c1000 : index
          tir.if %2 {
            %3 = memref.load %x[%1] : memref<1000xf32>
            %4 = math.exp %3 : f32
            memref.store %4, %y[%1] : memref<1000xf32>
          }
        }
      }
      tir.return
    }
    
    ```
  }];
  let options = [
    Option<"threadsPerBlock", "threads-per-block", "int64_t", "256",
      "threads of a block, where no rule says better">,
    Option<"chip", "chip", "std::string", "",
      "the GPU, as sm_90, whatever the target; without one the function's "
      "target, without that what every GPU can">,
    Option<"tf32", "tf32", "bool", "false",
      "let tensor cores multiply f32, rounded to 10 mantissa bits, also where "
      "nothing has relax.allow_tf32">,
    ListOption<"skippedRules", "skip-rules", "std::string",
      "rules that are not asked, by name">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
      "::mlir::tir::TIRDialect",
                           "::mlir::nvgpu::NVGPUDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // RELAX_TRANSFORMS_KERNEL_SCHEDULEPASSES_TD
