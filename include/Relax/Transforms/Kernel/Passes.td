// Passes that form, fuse and schedule tensor programs.
#ifndef RELAX_TRANSFORMS_KERNEL_PASSES_TD
#define RELAX_TRANSFORMS_KERNEL_PASSES_TD

include "Relax/Transforms/Kernel/LayoutPasses.td"
include "Relax/Transforms/Kernel/ProgramPasses.td"
include "Relax/Transforms/Kernel/SchedulePasses.td"
include "Relax/Transforms/Kernel/ScheduleScriptPasses.td"
include "Relax/Transforms/Kernel/ThreadPasses.td"
include "Relax/Transforms/Kernel/TuningPasses.td"
include "mlir/Pass/PassBase.td"

def AnnotateTIRFlopsPass
    : Pass<"relax-annotate-tir-flops", "::mlir::ModuleOp"> {
  let summary = "Write at tensor programs how many operations on floats they do";
  let description = [{
    Requires: nothing.
    Ensures: in a module with `relax_rt.profile`, a tensor program that has no
    schedule carries `relax_rt.flops`, in the symbols of its parameters, for
    profiles. It does not where the symbols do not say how often a loop turns.
    Other modules stay as they are.

    ```mlir
    // before
    module attributes {relax_rt.profile} {
      tir.func private @negate(%x: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}, %y: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}) attributes {num_inputs = 1 : i64} {
        %c0 = arith.constant 0 : index
        %c4 = arith.constant 4 : index
        %n = memref.dim %x, %c0 : memref<?x4xf32>
        tir.for %i = %c0 to %n {
          tir.for %j = %c0 to %c4 {
            %0 = memref.load %x[%i, %j] : memref<?x4xf32>
            %1 = arith.negf %0 : f32
            memref.store %1, %y[%i, %j] : memref<?x4xf32>
          }
        }
        tir.return
      }
    }
    // after
    module attributes {relax_rt.profile} {
      tir.func private @negate(%x: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}, %y: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}) attributes {num_inputs = 1 : i64, relax_rt.flops = #relax.expr<n * 4>} {
        %c0 = arith.constant 0 : index
        %c4 = arith.constant 4 : index
        %n = memref.dim %x, %c0 : memref<?x4xf32>
        tir.for %i = %c0 to %n {
          tir.for %j = %c0 to %c4 {
            %0 = memref.load %x[%i, %j] : memref<?x4xf32>
            %1 = arith.negf %0 : f32
            memref.store %1, %y[%i, %j] : memref<?x4xf32>
          }
        }
        tir.return
      }
    }
    ```
  }];
}

def AnnotateTIROpPatternPass
    : Pass<"relax-annotate-tir-op-pattern", "::mlir::tir::FuncOp"> {
  let summary = "Write down how a tensor program maps inputs to its output";
  let description = [{
    Requires: nothing.
    Ensures: a function with a body has the attribute `op_pattern`: 0
    element-wise, 1 broadcast, 2 injective, 3 reduction, 4 a computation that
    takes element-wise work at its end, 8 opaque. One that has it keeps it.

    ```mlir
    // before
    tir.func private @copy(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      tir.for %i = %c0 to %c8 {
        tir.block "copy" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          %0 = memref.load %x[%v] : memref<8xf32>
          memref.store %0, %y[%v] : memref<8xf32>
        }
      }
      tir.return
    }
    // after
    tir.func private @copy(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64, op_pattern = 0 : i64} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      tir.for %i = %c0 to %c8 {
        tir.block "copy" iters(%v : spatial = %i in %c8) reads(%x : memref<8xf32>) writes(%y : memref<8xf32>) {
          %0 = memref.load %x[%v] : memref<8xf32>
          memref.store %0, %y[%v] : memref<8xf32>
        }
      }
      tir.return
    }
    ```
  }];
}

def FuseOpsPass : Pass<"relax-fuse-ops", "::mlir::ModuleOp"> {
  let summary = "Group calls of tensor programs into primitive functions";
  let description = [{
    Requires: operators are calls of tensor programs, in dataflow regions.
    Ensures: each group of calls that can run as one kernel is a private
    function with the attribute `relax.primitive`; equal groups share one.

    A call joins the call that post-dominates it when every call in between is
    element-wise enough: element-wise work joins what consumes it or the
    computation whose result it finishes, a computation never joins another.
    Symbols that no parameter of the new function defines are passed as a
    shape. With `attention`, the products around a softmax along the last axis,
    what finishes and moves their results and what computes their operands are
    one group: the default schedules have a kernel for it. With `rows`, so are a
    reduction of the last axes and element-wise work that goes over the same
    rows again with its result, as norms do that are written in small ops.

    ```mlir
    // before
    tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, op_pattern = 0 : i64} {
      tir.return
    }
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.dataflow -> tensor<4xf32> {
        %1 = relax.call_tir @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
        %2 = relax.call_tir @exp(%1) : (tensor<4xf32>) -> tensor<4xf32>
        relax.output %2 : tensor<4xf32>
      }
      relax.return %0 : tensor<4xf32>
    }
    // after
    tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, op_pattern = 0 : i64} {
      tir.return
    }
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.dataflow -> tensor<4xf32> {
        %1 = relax.call @fused_exp_exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
        relax.output %1 : tensor<4xf32>
      }
      relax.return %0 : tensor<4xf32>
    }
    relax.func private @fused_exp_exp(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.primitive} {
      %0 = relax.dataflow -> tensor<4xf32> {
        %1 = relax.call_tir @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
        %2 = relax.call_tir @exp(%1) : (tensor<4xf32>) -> tensor<4xf32>
        relax.output %2 : tensor<4xf32>
      }
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let options = [
    Option<"maxDepth", "max-depth", "unsigned", "256",
        "the largest number of calls in a group">,
    Option<"attention", "attention", "bool", "false",
        "let a softmax join the products in front of it and behind it">,
    Option<"rows", "rows", "bool", "false",
        "let a reduction of rows join what goes over the rows again">,
    Option<"decoded", "decoded", "bool", "false",
        "let a product join what computes an operand of fewer bits">];
  let statistics = [Statistic<"numGroups", "groups", "Number of groups formed">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def FuseTIRPass : Pass<"relax-fuse-tir", "::mlir::ModuleOp"> {
  let summary = "Make one tensor program of each primitive function";
  let description = [{
    Requires: nothing.
    Ensures: no function carries `relax.primitive`, save those that a remark
    names; their calls are `relax.call_tir` of one tensor program, in which
    what was passed between the calls is a local buffer. Tensor programs that
    nothing calls any more are gone.

    ```mlir
    // before
    tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call @fused(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    relax.func private @fused(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.primitive} {
      %0 = relax.call_tir @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %1 = relax.call_tir @exp(%0) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %1 : tensor<4xf32>
    }
    // after
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call_tir @fused(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    tir.func private @fused(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      %0 = memref.alloc() : memref<4xf32>
      memref.copy %x, %0 : memref<4xf32> to memref<4xf32>
      memref.copy %0, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect",
      "::mlir::tir::TIRDialect", "::mlir::memref::MemRefDialect",
      "::mlir::arith::ArithDialect"];
}

def PackOperandsPass : Pass<"relax-pack-operands", "::mlir::ModuleOp"> {
  let summary = "Lay constant operands of products out as vectors of columns";
  let description = [{
    A tensor program that sums products up computes vectors of columns of its
    result. Where each call of it gives a constant as the factor that has the
    columns, which nothing else uses, blocks of `block` columns follow each
    other as the program reads them. There are some, and behind them a multiple
    of 4 columns: that block ends with zeros.

    Requires: nothing.
    Ensures: constants of which private tensor programs read blocks of columns
    only have the number of the block first and the place in it last.

    ```mlir
    // before: block=2
    relax.func @main(%x: tensor<1x2xf32>) -> tensor<1x4xf32> {
      %w = relax.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
      %0 = relax.call_tir @matmul(%x, %w) : (tensor<1x2xf32>, tensor<2x4xf32>) -> tensor<1x4xf32>
      relax.return %0 : tensor<1x4xf32>
    }
    tir.func private @matmul(%x: memref<1x2xf32>, %w: memref<2x4xf32>, %y: memref<1x4xf32>) attributes {num_inputs = 2 : i64} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %zero = arith.constant 0.0 : f32
      tir.for %i = %c0 to %c1 {
        tir.for %j = %c0 to %c4 {
          tir.for %k = %c0 to %c2 {
            tir.block "matmul" iters(%a : spatial = %i in %c1, %b : spatial = %j in %c4, %c : reduce = %k in %c2) reads(%x, %w : memref<1x2xf32>, memref<2x4xf32>) writes(%y : memref<1x4xf32>) {
              tir.init {
                memref.store %zero, %y[%a, %b] : memref<1x4xf32>
              }
              %0 = memref.load %y[%a, %b] : memref<1x4xf32>
              %1 = memref.load %x[%a, %c] : memref<1x2xf32>
              %2 = memref.load %w[%c, %b] : memref<2x4xf32>
              %3 = arith.mulf %1, %2 : f32
              %4 = arith.addf %0, %3 : f32
              memref.store %4, %y[%a, %b] : memref<1x4xf32>
            }
          }
        }
      }
      tir.return
    }
    // after
    relax.func @main(%x: tensor<1x2xf32>) -> tensor<1x4xf32> {
      %w = relax.constant dense<[[[1.0, 2.0], [5.0, 6.0]], [[3.0, 4.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
      %0 = relax.call_tir @matmul(%x, %w) : (tensor<1x2xf32>, tensor<2x2x2xf32>) -> tensor<1x4xf32>
      relax.return %0 : tensor<1x4xf32>
    }
    tir.func private @matmul(%x: memref<1x2xf32>, %w: memref<2x2x2xf32>, %y: memref<1x4xf32>) attributes {num_inputs = 2 : i64} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %zero = arith.constant 0.0 : f32
      tir.for %i = %c0 to %c1 {
        tir.for %j = %c0 to %c4 {
          tir.for %k = %c0 to %c2 {
            tir.block "matmul" iters(%a : spatial = %i in %c1, %b : spatial = %j in %c4, %c : reduce = %k in %c2) reads(%x, %w : memref<1x2xf32>, memref<2x2x2xf32>) writes(%y : memref<1x4xf32>) {
              tir.init {
                memref.store %zero, %y[%a, %b] : memref<1x4xf32>
              }
              %0 = memref.load %y[%a, %b] : memref<1x4xf32>
              %1 = memref.load %x[%a, %c] : memref<1x2xf32>
              %block = arith.constant 2 : index
              %number = arith.divui %b, %block : index
              %place = arith.remui %b, %block : index
              %2 = memref.load %w[%number, %c, %place] : memref<2x2x2xf32>
              %3 = arith.mulf %1, %2 : f32
              %4 = arith.addf %0, %3 : f32
              memref.store %4, %y[%a, %b] : memref<1x4xf32>
            }
          }
        }
      }
      tir.return
    }
    ```
  }];
  let options = [
    Option<"block", "block", "unsigned", /*default=*/"16",
           "how many columns are contiguous">];
  let dependentDialects = ["::mlir::relax::RelaxDialect",
      "::mlir::tir::TIRDialect", "::mlir::arith::ArithDialect"];
}

def PlaceCallsPass : Pass<"relax-place-calls", "::mlir::ModuleOp"> {
  let summary = "Give each call of a tensor program a device";
  let description = [{
    Requires: nothing.
    Ensures: the arguments and results of each `relax.call_tir` and its kin are
    on one device: the one that a type says, results first, else `device`.
    All else is done by the host, save what passes memory on or reads sizes
    only. What is needed elsewhere is copied by `relax.to_vdevice`, once, right
    after it is made. A tensor program that the host calls too has the mark
    `tir.is_for_host`, and a copy of its own for devices. So has one that nobody
    calls, if there are functions that could.

    With `emulate`, tensors stay on the host, and only what nobody calls has the
    mark.

    With `tensors`, parameters and results of public functions that nothing in
    the module calls are on `device`, too, unless their types say another one.
    So are always those of a private function that calls an external one which
    needs a device (`relax.needs_device`), and of the private ones it calls.

    A call stays on the host if a tensor of it has no known rank, or if its
    tensor program calls functions outside of the module or has a target of its
    own that is a CPU. A function whose
    memory is explicit already stays as it is.

    ```mlir
    // before: device=cuda:0
    tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call_tir @copy(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    // after
    tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.to_vdevice %x to <"cuda", 0> : tensor<4xf32> -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
      %1 = relax.call_tir @copy(%0) : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>) -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
      %2 = relax.to_vdevice %1 to <"llvm", 0> : tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>> -> tensor<4xf32>
      relax.return %2 : tensor<4xf32>
    }
    ```
  }];
  let options = [
    Option<"emulate", "emulate", "bool", /*default=*/"false",
           "The host runs what is for the device, too, as for a target that says "
           "so">,
    Option<"device", "device", "std::string", /*default=*/"\"\"",
           "Where calls run that no type places, as cuda:0; by default cuda:0 if "
           "the module's target is a GPU, else the host">,
    Option<"tensors", "tensors", "bool", /*default=*/"false",
           "Callers give and get tensors on the device: what no type places of "
           "the parameters and results of public functions is there; as "
           "relax.device_tensors on the module says">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

#endif // RELAX_TRANSFORMS_KERNEL_PASSES_TD
