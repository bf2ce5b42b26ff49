// Passes that make memory explicit: allocation, reuse, deallocation.
#ifndef RELAX_TRANSFORMS_MEMORY_PASSES_TD
#define RELAX_TRANSFORMS_MEMORY_PASSES_TD

include "mlir/Pass/PassBase.td"

class RelaxFunctionPass<string flag> : Pass<flag, "::mlir::relax::FuncOp"> {
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def RewriteDataflowReshapePass
    : RelaxFunctionPass<"relax-rewrite-dataflow-reshape"> {
  let summary = "Make reshapes views of the memory of their operands";
  let description = [{
    Requires: nothing.
    Ensures: a reshape, by whatever name, of which it is certain that it keeps
    the number of elements is a `relax.memory.view`. Others stay; host code
    checks them when they are reached.

    ```mlir
    // before
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>> {
      %0 = relax.flatten %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>>
      relax.return %0 : tensor<?xf32, #relax.dims<[n * 4]>>
    }
    // after
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>> {
      %0 = relax.memory.view %x at [0] : tensor<?x4xf32, #relax.dims<[n, 4]>> to tensor<?xf32, #relax.dims<[n * 4]>>
      relax.return %0 : tensor<?xf32, #relax.dims<[n * 4]>>
    }
    ```
  }];
}

def ToNonDataflowPass : RelaxFunctionPass<"relax-to-non-dataflow"> {
  let summary = "Put the ops of dataflow regions in order around them";
  let description = [{
    Requires: nothing.
    Ensures: there is no `relax.dataflow`, so ops with effects can be added
    anywhere.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.dataflow -> tensor<4xf32> {
        %1 = relax.multiply %x, %x : tensor<4xf32>
        relax.output %1 : tensor<4xf32>
      }
      relax.return %0 : tensor<4xf32>
    }
    // after
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.multiply %x, %x : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
}

def RemovePurityCheckingPass
    : RelaxFunctionPass<"relax-remove-purity-checking"> {
  let summary = "Allow pure functions the effects of explicit memory";
  let description = [{
    Requires: no dataflow regions.
    Ensures: each pure function that does something carries `relax.force_pure`;
    calls that promise to have no effect are plain calls.

    ```mlir
    // before
    relax.extern_func @my.shape
    relax.func @main(%x: tensor<4xf32>) -> !relax.shape<rank 1> {
      %0 = relax.call_pure_packed @my.shape(%x) : (tensor<4xf32>) -> !relax.shape<rank 1>
      relax.return %0 : !relax.shape<rank 1>
    }
    // after
    relax.extern_func @my.shape
    relax.func @main(%x: tensor<4xf32>) -> !relax.shape<rank 1> attributes {relax.force_pure} {
      %0 = relax.call_packed @my.shape(%x) : (tensor<4xf32>) -> !relax.shape<rank 1>
      relax.return %0 : !relax.shape<rank 1>
    }
    ```
  }];
}

def HoistWorkspacePass
    : Pass<"relax-hoist-workspace", "::mlir::ModuleOp"> {
  let summary = "Hoist memory that tensor programs work in to their callers";
  let description = [{
    Requires: nothing.
    Ensures: memory that a private tensor program takes once is a result of the
    calls of it that nobody reads, so that it has a place in the plan of memory:
    if all of its users are `relax.call_tir` on the host whose types say the
    sizes. Programs keep what they take in loops, and less than 16 KiB.

    ```mlir
    // before
    tir.func private @work(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %n = memref.dim %x, %c0 : memref<?xf32>
      %0 = memref.alloc(%n) : memref<?x2xf32>
      tir.return
    }
    relax.func @main(%x: tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[m]>> {
      %0 = relax.call_tir @work(%x) : (tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[m]>>
      relax.return %0 : tensor<?xf32, #relax.dims<[m]>>
    }
    // after
    tir.func private @work(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %z: memref<?x2xf32> {tir.dims = #relax.dims<[n, 2]>}) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %n = memref.dim %x, %c0 : memref<?xf32>
      tir.return
    }
    relax.func @main(%x: tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[m]>> {
      %0, %1 = relax.call_tir @work(%x) : (tensor<?xf32, #relax.dims<[m]>>) -> (tensor<?xf32, #relax.dims<[m]>>, tensor<?x2xf32, #relax.dims<[m, 2]>>)
      relax.return %0 : tensor<?xf32, #relax.dims<[m]>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def CallTIRRewritePass : RelaxFunctionPass<"relax-call-tir-rewrite"> {
  let summary = "Allocate the results of calls and pass them as arguments";
  let description = [{
    Requires: no dataflow regions; a function with such calls is impure or
    carries `relax.force_pure`.
    Ensures: calls of tensor programs are `relax.call_prim_func`, those of the
    virtual machine too; external functions that fill results are called with
    the results as arguments.

    ```mlir
    // before
    tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      tir.return
    }
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.force_pure} {
      %0 = relax.call_tir @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    // after
    tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      tir.return
    }
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.force_pure} {
      %0 = relax.builtin.alloc_tensor : tensor<4xf32>
      relax.call_prim_func @exp ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>)
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
}

def RewriteCUDAGraphPass
    : Pass<"relax-rewrite-cuda-graph", "::mlir::ModuleOp"> {
  let summary = "Make functions of kernels that are launched as a graph";
  let description = [{
    Requires: results are arguments (`relax-call-tir-rewrite`), memory is not
    planned.
    Ensures: two or more calls of tensor programs that follow each other on one
    CUDA device, with sizes that are the same in each call, are in a private
    function with `relax.cuda_graph`, with what only they use; the run time
    launches its kernels as a graph.

    Sizes are the same if they are numbers, symbols of weights (parameters
    behind `num_input`), or named by the function's attribute
    `relax.rewrite_cuda_graph.capture_symbolic_vars`, an array of strings.
    Copies, and calls of anything else, end such a region.

    ```mlir
    // before
    #dims = #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>
    tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      tir.return
    }
    relax.func impure @main(%x: tensor<4xf32, #dims>) -> tensor<4xf32, #dims> {
      %0 = relax.builtin.alloc_tensor : tensor<4xf32, #dims>
      relax.call_prim_func @exp ins(%x : tensor<4xf32, #dims>) outs(%0 : tensor<4xf32, #dims>)
      %1 = relax.builtin.alloc_tensor : tensor<4xf32, #dims>
      relax.call_prim_func @exp ins(%0 : tensor<4xf32, #dims>) outs(%1 : tensor<4xf32, #dims>)
      relax.return %1 : tensor<4xf32, #dims>
    }
    // after
    #dims = #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>
    tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      tir.return
    }
    relax.func impure @main(%x: tensor<4xf32, #dims>) -> tensor<4xf32, #dims> {
      %0 = relax.builtin.alloc_tensor : tensor<4xf32, #dims>
      relax.call impure @main_cuda_graph_capture(%x, %0) : (tensor<4xf32, #dims>, tensor<4xf32, #dims>) -> ()
      relax.return %0 : tensor<4xf32, #dims>
    }
    relax.func impure private @main_cuda_graph_capture(%x: tensor<4xf32, #dims>, %y: tensor<4xf32, #dims>) attributes {relax.cuda_graph} {
      %0 = relax.builtin.alloc_tensor : tensor<4xf32, #dims>
      relax.call_prim_func @exp ins(%x : tensor<4xf32, #dims>) outs(%0 : tensor<4xf32, #dims>)
      relax.call_prim_func @exp ins(%0 : tensor<4xf32, #dims>) outs(%y : tensor<4xf32, #dims>)
      relax.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
  let options = [
    Option<"whereWished", "where-wished", "bool", "false",
           "Only in modules with `relax.cuda_graphs`">];
}

def StaticPlanBlockMemoryPass
    : RelaxFunctionPass<"relax-static-plan-block-memory"> {
  let summary = "Let tensors that do not live at the same time share storage";
  let description = [{
    Requires: allocations are `relax.builtin.alloc_tensor`; a function that
    allocates is impure or carries `relax.force_pure`.
    Ensures: allocations are tensors in storages; two tensors overlap in a
    storage only if they do not live at the same time. What leaves the function
    has a storage of its own.

    Tensors whose sizes are multiples of the same product of symbols share one
    storage; static tensors share another. Where the parameters say the sizes of
    more than one such group on the host, each tensor has a storage: host code
    plans those together at its entry, where sizes are numbers.

    With `upper-bounds` a tensor whose sizes have a greatest value, by the
    function's `tir_var_upper_bound = {n = 16 : i64}`, is a static one of that
    size, as in TVM; memory is then a known number of bytes, and often more than
    a run needs. What leaves the function
    is so only with the function's `relax.memory_plan_dynamic_func_output`,
    which goes. A function that is entered with more than the greatest value
    fails.

    ```mlir
    // before
    tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      tir.return
    }
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.force_pure} {
      %0 = relax.builtin.alloc_tensor : tensor<4xf32>
      relax.call_prim_func @exp ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>)
      %1 = relax.builtin.alloc_tensor : tensor<4xf32>
      relax.call_prim_func @exp ins(%0 : tensor<4xf32>) outs(%1 : tensor<4xf32>)
      relax.return %1 : tensor<4xf32>
    }
    // after
    tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      tir.return
    }
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.force_pure} {
      %0 = relax.memory.alloc_storage [16]
      %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
      relax.call_prim_func @exp ins(%x : tensor<4xf32>) outs(%1 : tensor<4xf32>)
      %2 = relax.memory.alloc_storage [16]
      %3 = relax.memory.alloc_tensor %2 at [0] : tensor<4xf32>
      relax.call_prim_func @exp ins(%1 : tensor<4xf32>) outs(%3 : tensor<4xf32>)
      relax.return %3 : tensor<4xf32>
    }
    ```
  }];
  let options = [Option<"upperBounds", "upper-bounds", "bool", "false",
      "Plan tensors of dynamic sizes by their greatest values">];
}

def LowerAllocTensorPass : RelaxFunctionPass<"relax-lower-alloc-tensor"> {
  let summary = "Give each tensor that is not planned its own storage";
  let description = [{
    Requires: a function that allocates is impure or carries
    `relax.force_pure`.
    Ensures: `relax.memory.alloc_tensor` and `relax.memory.alloc_storage` are
    the only allocations: no `relax.builtin.alloc_tensor`, `relax.vm.alloc_*`
    is left, and no `relax.vm.kill_object` of what the latter made.

    ```mlir
    // before
    relax.func impure @main() -> tensor<4xf32> {
      %0 = relax.builtin.alloc_tensor : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    // after
    relax.func impure @main() -> tensor<4xf32> {
      %0 = relax.memory.alloc_storage [16]
      %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
      relax.return %1 : tensor<4xf32>
    }
    ```
  }];
}

def KillAfterLastUsePass : RelaxFunctionPass<"relax-kill-after-last-use"> {
  let summary = "End each tensor and storage right after its last use";
  let description = [{
    Requires: no dataflow regions; a function that allocates is impure or
    carries `relax.force_pure`.
    Ensures: each tensor and storage made here that does not leave its block
    is ended exactly once.

    ```mlir
    // before
    tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      tir.return
    }
    relax.func impure @main(%x: tensor<4xf32>) {
      %0 = relax.memory.alloc_storage [16]
      %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
      relax.call_prim_func @exp ins(%x : tensor<4xf32>) outs(%1 : tensor<4xf32>)
      relax.return
    }
    // after
    tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      tir.return
    }
    relax.func impure @main(%x: tensor<4xf32>) {
      %0 = relax.memory.alloc_storage [16]
      %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
      relax.call_prim_func @exp ins(%x : tensor<4xf32>) outs(%1 : tensor<4xf32>)
      relax.memory.kill_tensor %1 : tensor<4xf32>
      relax.memory.kill_storage %0
      relax.return
    }
    ```
  }];
}

#endif // RELAX_TRANSFORMS_MEMORY_PASSES_TD
