// Passes that write schedules as scripts of the transform dialect.
#ifndef RELAX_TRANSFORMS_KERNEL_SCHEDULESCRIPTPASSES_TD
#define RELAX_TRANSFORMS_KERNEL_SCHEDULESCRIPTPASSES_TD

include "mlir/Pass/PassBase.td"

def WriteDefaultCPUSchedulePass
    : Pass<"tir-write-default-cpu-schedule", "::mlir::ModuleOp"> {
  let summary = "Write what tir-default-cpu-schedule does as a script";
  let description = [{
    Requires: nothing.
    Ensures: the module has a named sequence `@__transform_main`, by which
    `--transform-interpreter` does with the functions of the module what
    `tir-default-cpu-schedule` does; they stay as they are. With `file` the
    script goes there and the module stays as it is, for
    `--transform-preload-library`. A module that has a sequence of that name
    keeps it. That the script gives what the pass makes is checked. A step that
    has no op is an error.

    ```mlir
    // before: vector-bits=256
    module {
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
    }
    // after
    module attributes {transform.with_named_sequence} {
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
      transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
        %func = transform.tir.get_function @exp in %root : !transform.any_op
        %exp = transform.tir.get_block "exp" in %func : !transform.op<"tir.func">
        transform.tir.simplify_iters %exp
        %i = transform.tir.get_loops %exp
        transform.tir.vectorize %i
        transform.tir.lower_blocks %func : !transform.op<"tir.func">
        transform.apply_dce to %func : !transform.op<"tir.func">
        transform.yield
      }
    }
    ```
  }];
  let options = [Option<"vectorBits", "vector-bits", "unsigned", "0",
      "width of a vector register; 0: that of the function's target, without "
      "one that of this machine">,
      Option<"file", "file", "std::string", "",
      "where the script goes; without one, into the module">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::memref::MemRefDialect", "::mlir::tir::TIRDialect",
      "::mlir::transform::TransformDialect"];
}

def WriteDefaultGPUSchedulePass
    : Pass<"tir-write-default-gpu-schedule", "::mlir::ModuleOp"> {
  let summary = "Write what tir-default-gpu-schedule does as a script";
  let description = [{
    Requires: nothing.
    Ensures: as `tir-write-default-cpu-schedule`, for
    `tir-default-gpu-schedule`, whose options it has.

    ```mlir
    // before
    module {
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
    }
    // after
    module attributes {transform.with_named_sequence} {
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
      transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
        %func = transform.tir.get_function @exp in %root : !transform.any_op
        %exp = transform.tir.get_block "exp" in %func : !transform.op<"tir.func">
        %i = transform.tir.get_loops %exp
        %outer, %inner = transform.tir.split %i [?, 256]
        transform.tir.bind %outer "blockIdx.x"
        transform.tir.bind %inner "threadIdx.x"
        transform.tir.lower_blocks %func : !transform.op<"tir.func">
        transform.apply_dce to %func : !transform.op<"tir.func">
        transform.yield
      }
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
      "rules that are not asked, by name">,
    Option<"file", "file", "std::string", "",
      "where the script goes; without one, into the module">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
      "::mlir::tir::TIRDialect", "::mlir::nvgpu::NVGPUDialect",
      "::mlir::NVVM::NVVMDialect", "::mlir::transform::TransformDialect",
      "::mlir::vector::VectorDialect"];
}

#endif // RELAX_TRANSFORMS_KERNEL_SCHEDULESCRIPTPASSES_TD
