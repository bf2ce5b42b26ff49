// Passes that make of a model what trains it.
#ifndef RELAX_TRANSFORMS_MODULE_TRAININGPASSES_TD
#define RELAX_TRANSFORMS_MODULE_TRAININGPASSES_TD

include "mlir/Pass/PassBase.td"

def AppendLossPass : Pass<"relax-append-loss", "::mlir::ModuleOp"> {
  let summary = "Make a function of a model and a loss of what it gives";
  let description = [{
    Of @NAME and a function `loss` of its first `num-outputs` outputs, the
    predictions, and of targets, @NAME_loss takes what @NAME does, then the
    targets, and gives the loss, then the other outputs of @NAME, such as
    updated states. An output is a result, or a field of the tuple that is the
    one result; then a tuple is given, too. `relax-gradient` derives the
    function.

    Requires: the loss gives one number, of floats.
    Ensures: there is a @NAME_loss, or a function called `new-name`, without a
    call of the two. One of its type that was there before stays.

    ```mlir
    // before
    relax.func @main(%x: tensor<2x4xf32>, %w: tensor<4xf32>) -> tensor<2x4xf32> {
      %0 = relax.add %x, %w : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
      relax.return %0 : tensor<2x4xf32>
    }
    relax.func private @loss(%p: tensor<?x4xf32, #relax.dims<[n, 4]>>, %t: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<f32> {
      %0 = relax.subtract %p, %t : tensor<?x4xf32, #relax.dims<[n, 4]>>
      %1 = relax.sum %0 : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<f32>
      relax.return %1 : tensor<f32>
    }
    // after
    relax.func @main(%x: tensor<2x4xf32>, %w: tensor<4xf32>) -> tensor<2x4xf32> {
      %0 = relax.add %x, %w : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
      relax.return %0 : tensor<2x4xf32>
    }
    relax.func @main_loss(%x: tensor<2x4xf32>, %w: tensor<4xf32>, %t: tensor<2x4xf32>) -> tensor<f32> {
      %0 = relax.add %x, %w : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
      %1 = relax.subtract %0, %t : tensor<2x4xf32>
      %2 = relax.sum %1 : (tensor<2x4xf32>) -> tensor<f32>
      relax.return %2 : tensor<f32>
    }
    relax.func private @loss(%p: tensor<?x4xf32, #relax.dims<[n, 4]>>, %t: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<f32> {
      %0 = relax.subtract %p, %t : tensor<?x4xf32, #relax.dims<[n, 4]>>
      %1 = relax.sum %0 : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<f32>
      relax.return %1 : tensor<f32>
    }
    ```
  }];
  let options = [
    Option<"funcName", "func-name", "std::string", "\"main\"",
           "the function that gets a loss">,
    Option<"lossName", "loss", "std::string", "\"loss\"",
           "the function that computes the loss">,
    Option<"numOutputs", "num-outputs", "unsigned", "1",
           "how many outputs are predictions">,
    Option<"newName", "new-name", "std::string", "",
           "the name of the new function">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

#endif // RELAX_TRANSFORMS_MODULE_TRAININGPASSES_TD
