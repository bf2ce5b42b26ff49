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

def AppendOptimizerPass : Pass<"relax-append-optimizer", "::mlir::ModuleOp"> {
  let summary = "Make a function of an optimizer's step for a function";
  let description = [{
    @optimizer, or a function called `new-name`, takes the tuple of the trained
    parameters of @NAME, the tuple of the derivatives by them and the tuple of
    the optimizer's states, and gives the parameters and the states after a
    step. @optimizer_init gives the first states. Trained are the parameters
    `params`, or all behind the `num_input` inputs.

    `optimizer` is sgd, momentum-sgd or adam, with their usual hyperparameters;
    one that an optimizer does not have says nothing. The states are the number
    of steps; of adam the powers of `beta1` and `beta2`; the velocity of each
    parameter, or the first moments of all and then the second ones.
    `relax-append-loss` and `relax-gradient` make the functions that give the
    derivatives.

    Requires: the trained parameters are tensors of one type of floats.
    Ensures: there are an @optimizer and an @optimizer_init. Those of their
    types that were there before stay.

    ```mlir
    // before: learning-rate=0.5
    relax.func @main(%x: tensor<2x4xf32>, %w: tensor<4xf32>) -> tensor<2x4xf32> attributes {num_input = 1 : i64} {
      %0 = relax.add %x, %w : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
      relax.return %0 : tensor<2x4xf32>
    }
    // after
    relax.func @main(%x: tensor<2x4xf32>, %w: tensor<4xf32>) -> tensor<2x4xf32> attributes {num_input = 1 : i64} {
      %0 = relax.add %x, %w : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
      relax.return %0 : tensor<2x4xf32>
    }
    relax.func @optimizer(%params: tuple<tensor<4xf32>> {relax.name = "params"}, %gradients: tuple<tensor<4xf32>> {relax.name = "gradients"}, %states: tuple<tensor<i64>> {relax.name = "optim_states"}) -> (tuple<tensor<4xf32>>, tuple<tensor<i64>>) {
      %0:2 = relax.dataflow -> tuple<tensor<4xf32>>, tuple<tensor<i64>> {
        %steps = relax.tuple_get_item %states[0] : tuple<tensor<i64>> -> tensor<i64>
        %one = relax.constant dense<1> : tensor<i64>
        %1 = relax.add %steps, %one : tensor<i64>
        %w = relax.tuple_get_item %params[0] : tuple<tensor<4xf32>> -> tensor<4xf32>
        %g = relax.tuple_get_item %gradients[0] : tuple<tensor<4xf32>> -> tensor<4xf32>
        %rate = relax.constant dense<5.0e-01> : tensor<f32>
        %2 = relax.multiply %g, %rate : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
        %3 = relax.subtract %w, %2 : tensor<4xf32>
        %4 = relax.tuple %3 : (tensor<4xf32>) -> tuple<tensor<4xf32>>
        %5 = relax.tuple %1 : (tensor<i64>) -> tuple<tensor<i64>>
        relax.output %4, %5 : tuple<tensor<4xf32>>, tuple<tensor<i64>>
      }
      relax.return %0#0, %0#1 : tuple<tensor<4xf32>>, tuple<tensor<i64>>
    }
    relax.func @optimizer_init(%params: tuple<tensor<4xf32>> {relax.name = "params"}) -> tuple<tensor<i64>> {
      %0 = relax.dataflow -> tuple<tensor<i64>> {
        %steps = relax.constant dense<0> : tensor<i64>
        %1 = relax.tuple %steps : (tensor<i64>) -> tuple<tensor<i64>>
        relax.output %1 : tuple<tensor<i64>>
      }
      relax.return %0 : tuple<tensor<i64>>
    }
    ```
  }];
  let options = [
    Option<"funcName", "func-name", "std::string", "\"main\"",
           "the function whose parameters are trained">,
    ListOption<"params", "params", "int64_t",
               "the numbers of the trained parameters">,
    Option<"optimizer", "optimizer", "std::string", "\"sgd\"",
           "the optimizer: sgd, momentum-sgd or adam">,
    Option<"learningRate", "learning-rate", "double", "0.001",
           "how much of a derivative is a step">,
    Option<"weightDecay", "weight-decay", "double", "0.0",
           "how much of a parameter is added to its derivative">,
    Option<"momentum", "momentum", "double", "0.9",
           "of momentum-sgd: how much of the last velocity stays">,
    Option<"dampening", "dampening", "double", "0.0",
           "of momentum-sgd: how much of a derivative is left out">,
    Option<"nesterov", "nesterov", "bool", "false",
           "of momentum-sgd: look a step ahead">,
    Option<"beta1", "beta1", "double", "0.9",
           "of adam: how much of the first moments stays">,
    Option<"beta2", "beta2", "double", "0.999",
           "of adam: how much of the second moments stays">,
    Option<"epsilon", "epsilon", "double", "1.0e-8",
           "of adam: what is added to a divisor">,
    Option<"newName", "new-name", "std::string", "\"optimizer\"",
           "the name of the new function">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

#endif // RELAX_TRANSFORMS_MODULE_TRAININGPASSES_TD
