// The step from graph functions with explicit memory to host code.
#ifndef RELAX_CONVERSION_RELAXTORUNTIME_PASSES_TD
#define RELAX_CONVERSION_RELAXTORUNTIME_PASSES_TD

include "mlir/Pass/PassBase.td"

def RelaxToRuntimePass : Pass<"convert-relax-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Turn functions with explicit memory into host code";
  let description = [{
    Requires: what `relax-verify-planned` checks.
    Ensures: each `relax.func` is a `func.func` with the signature of an entry,
    of ops of `relax_rt`, `arith`, `memref` and `scf`; no relax op is left.

    A function begins by checking its inputs: dtype, rank, static sizes; the
    first dimension that is a bare symbol gives the symbol its value, all other
    symbolic dimensions are compared. A tensor of unknown rank or dtype is
    borrowed, and asked where a `relax.match_cast` or another op needs to know.
    Ops that have no lowering are all reported, with the reason.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      relax.return %x : tensor<4xf32>
    }
    // after
    func.func @main(%arg0: !relax_rt.context, %arg1: !relax_rt.inputs, %arg2: !relax_rt.outputs) -> i32 attributes {relax_rt.params = [{name = "arg0", type = tensor<4xf32>} ], relax_rt.results = [{type = tensor<4xf32>} ]} {
      relax_rt.check_input %arg1[0] is "arg0" : tensor<4xf32>
      %0 = relax_rt.input %arg1[0] : memref<4xf32>
      %1 = relax_rt.tensor_copy %0 : memref<4xf32>
      relax_rt.output %1, %arg2[0]
      %c0_i32 = arith.constant 0 : i32
      return %c0_i32 : i32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect", "::mlir::relax::rt::RuntimeDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // RELAX_CONVERSION_RELAXTORUNTIME_PASSES_TD
