// Passes that let weights and results come and go one by one.
#ifndef RELAX_TRANSFORMS_MODULE_LAZYPASSES_TD
#define RELAX_TRANSFORMS_MODULE_LAZYPASSES_TD

include "mlir/Pass/PassBase.td"

def LazyGetInputPass : Pass<"relax-lazy-get-input", "::mlir::ModuleOp"> {
  let summary = "Request weights from the program where they are needed";
  let description = [{
    A function with weights (parameters behind its `num_input` inputs) takes its
    inputs only. In front of the first use of a weight it calls the external
    function `getter`, which the program registers. That gets the number of the
    weight, from 0 on, as one integer; the name of the parameter as bytes; and
    the tensor to fill. Weights in a tuple are requested where they are taken
    from it, and have the tuple's name. Memory planning ends a weight after its
    last use, so that weights need not fit into memory together.

    Requires: functions with weights are called from outside of the module only,
    their weights are tensors, or tuples of tensors from which fields are taken,
    and the sizes of weights are known, or those of inputs.
    Ensures: no function has weights.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>, %w: tensor<4xf32> {relax.name = "w"}) -> tensor<4xf32> attributes {num_input = 1 : i64} {
      %0 = relax.exp %x : tensor<4xf32>
      %1 = relax.add %0, %w : tensor<4xf32>
      relax.return %1 : tensor<4xf32>
    }
    // after
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {num_input = 1 : i64} {
      %0 = relax.exp %x : tensor<4xf32>
      %number = relax.shape [0] : !relax.shape<[0]>
      %name = relax.constant dense<119> : tensor<1xui8>
      %w = relax.call_dps_packed @get_param(%number, %name) : (!relax.shape<[0]>, tensor<1xui8>) -> tensor<4xf32>
      %1 = relax.add %0, %w : tensor<4xf32>
      relax.return %1 : tensor<4xf32>
    }
    relax.extern_func @get_param
    ```
  }];
  let options = [
    Option<"getter", "getter", "std::string", "\"get_param\"",
           "the external function that gives weights">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def LazySetOutputPass : Pass<"relax-lazy-set-output", "::mlir::ModuleOp"> {
  let summary = "Give results to the program where they are computed";
  let description = [{
    Each of `functions` gives nothing. Right behind where a result is computed it
    calls the external function `setter`, which the program registers, with the
    number of the result, from 0 on, as one integer, and the result. Fields of a
    tuple are results. Memory planning ends a result after its last use. What a
    `relax.dataflow` gives is set behind that: `relax-to-non-dataflow` before
    this pass lets results of a large region go earlier.

    Requires: the functions are called from outside of the module only, and give
    tensors and tuples of tensors.
    Ensures: they give nothing, and are impure.

    ```mlir
    // before: functions=main
    relax.func @main(%x: tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>> {
      %0 = relax.exp %x : tensor<4xf32>
      %1 = relax.add %0, %x : tensor<4xf32>
      %2 = relax.tuple %0, %1 : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
      relax.return %2 : tuple<tensor<4xf32>, tensor<4xf32>>
    }
    // after
    relax.func impure @main(%x: tensor<4xf32>) {
      %0 = relax.exp %x : tensor<4xf32>
      %first = relax.shape [0] : !relax.shape<[0]>
      relax.call_packed @set_output(%first, %0) : (!relax.shape<[0]>, tensor<4xf32>) -> ()
      %1 = relax.add %0, %x : tensor<4xf32>
      %second = relax.shape [1] : !relax.shape<[1]>
      relax.call_packed @set_output(%second, %1) : (!relax.shape<[1]>, tensor<4xf32>) -> ()
      relax.return
    }
    relax.extern_func @set_output
    ```
  }];
  let options = [
    ListOption<"functions", "functions", "std::string",
               "the functions whose results are set">,
    Option<"setter", "setter", "std::string", "\"set_output\"",
           "the external function that takes results">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

#endif // RELAX_TRANSFORMS_MODULE_LAZYPASSES_TD
