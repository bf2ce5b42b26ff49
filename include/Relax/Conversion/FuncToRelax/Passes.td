// Functions of upstream on tensors become functions of the graph level.
#ifndef RELAX_CONVERSION_FUNCTORELAX_PASSES_TD
#define RELAX_CONVERSION_FUNCTORELAX_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertFuncToRelaxPass
    : Pass<"convert-func-to-relax", "::mlir::ModuleOp"> {
  let summary = "Turn functions on tensors into functions of the graph level";
  let description = [{
    Requires: nothing.
    Ensures: no `func.func` that takes, gives or computes tensors is left: each
    is a `relax.func` of the same name and visibility, as are the functions that
    it calls. `func.call` is `relax.call`, `scf.if` is `relax.if`, `cf.assert`
    is `relax.assert_op`, which makes the function and its callers impure. What
    has no counterpart is an error: loops, bodies of several blocks,
    declarations, and parameters that are no tensors or numbers. Other
    functions stay as they are.

    A `?` of a parameter gets a name; inside the function the tensor has its
    old type. What computes on it is for `convert-linalg-to-tir`.

    ```mlir
    // before
    func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
      %0 = math.exp %x : tensor<?x4xf32>
      return %0 : tensor<?x4xf32>
    }
    // after
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[s0, 4]>>) -> tensor<?x4xf32> {
      %0 = tensor.cast %x : tensor<?x4xf32, #relax.dims<[s0, 4]>> to tensor<?x4xf32>
      %1 = math.exp %0 : tensor<?x4xf32>
      relax.return %1 : tensor<?x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect",
      "::mlir::tensor::TensorDialect"];
}

#endif // RELAX_CONVERSION_FUNCTORELAX_PASSES_TD
