// Passes over the weights of functions: the parameters behind `num_input`.
#ifndef RELAX_TRANSFORMS_MODULE_WEIGHTPASSES_TD
#define RELAX_TRANSFORMS_MODULE_WEIGHTPASSES_TD

include "mlir/Pass/PassBase.td"

def BundleModelParamsPass
    : Pass<"relax-bundle-model-params", "::mlir::ModuleOp"> {
  let summary = "Make one tuple of the weights of each function";
  let description = [{
    Requires: functions with weights (parameters behind the `num_input` inputs)
    are called from outside of the module only.
    Ensures: each has one parameter behind its inputs, a tuple of its weights.
    A function whose one weight is a tuple stays, and so does one without any.

    ```mlir
    // before
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x2xf32>, %b: tensor<2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>> attributes {num_input = 1 : i64} {
      %0 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
      %1 = relax.add %0, %b : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
      relax.return %1 : tensor<?x2xf32, #relax.dims<[n, 2]>>
    }
    // after
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %p: tuple<tensor<4x2xf32>, tensor<2xf32>> {relax.name = "model_params"}) -> tensor<?x2xf32, #relax.dims<[n, 2]>> attributes {num_input = 1 : i64} {
      %w = relax.tuple_get_item %p[0] : tuple<tensor<4x2xf32>, tensor<2xf32>> -> tensor<4x2xf32>
      %0 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
      %b = relax.tuple_get_item %p[1] : tuple<tensor<4x2xf32>, tensor<2xf32>> -> tensor<2xf32>
      %1 = relax.add %0, %b : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
      relax.return %1 : tensor<?x2xf32, #relax.dims<[n, 2]>>
    }
    ```
  }];
  let options = [
    Option<"paramName", "param-name", "std::string", "\"model_params\"",
           "the name of the parameter">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def LiftTransformParamsPass
    : Pass<"relax-lift-transform-params", "::mlir::ModuleOp"> {
  let summary = "Compute what only weights decide in a function of its own";
  let description = [{
    What a `relax.dataflow` of a function computes from weights (the parameters
    behind its `num_input` inputs) and constants alone goes to
    @NAME_transform_params. That takes the tuple of the weights, and gives the
    tuple of what the function takes in their place: the weights that it still
    uses, then what was computed, in order. `relax.builtin.stop_lift_params`
    and `relax.match_cast` stay, and what follows from them; so does what has
    sizes that no weight has. A weight that alone tells a size is given on.
    Where nothing is lifted the other function gives what it takes, so that who
    prepares the weights need not know; so for one whose `num_input` says that
    it has no weights, unless `shared`.

    With `shared`, functions that take the same weights are given what one
    @transform_params computes of them: what is the same in each. So they share
    it, as those that read a prompt and those that go on with it do.

    Requires: functions with weights are called from outside of the module only.
    Ensures: in a function with inputs and weights, whose memory is not explicit
    yet, no such computation is left.

    ```mlir
    // before
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<2x4xf32>, %b: tensor<2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>> attributes {num_input = 1 : i64} {
      %0 = relax.dataflow -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
        %1 = relax.permute_dims %w : (tensor<2x4xf32>) -> tensor<4x2xf32>
        %2 = relax.matmul %x, %1 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
        %3 = relax.add %2, %b : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
        relax.output %3 : tensor<?x2xf32, #relax.dims<[n, 2]>>
      }
      relax.return %0 : tensor<?x2xf32, #relax.dims<[n, 2]>>
    }
    // after
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %b: tensor<2xf32>, %w: tensor<4x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>> attributes {num_input = 1 : i64} {
      %0 = relax.dataflow -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
        %1 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
        %2 = relax.add %1, %b : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
        relax.output %2 : tensor<?x2xf32, #relax.dims<[n, 2]>>
      }
      relax.return %0 : tensor<?x2xf32, #relax.dims<[n, 2]>>
    }
    relax.func @main_transform_params(%p: tuple<tensor<2x4xf32>, tensor<2xf32>> {relax.name = "model_params"}) -> tuple<tensor<2xf32>, tensor<4x2xf32>> attributes {num_input = 0 : i64} {
      %0 = relax.dataflow -> tuple<tensor<2xf32>, tensor<4x2xf32>> {
        %w = relax.tuple_get_item %p[0] : tuple<tensor<2x4xf32>, tensor<2xf32>> -> tensor<2x4xf32>
        %1 = relax.permute_dims %w : (tensor<2x4xf32>) -> tensor<4x2xf32>
        %b = relax.tuple_get_item %p[1] : tuple<tensor<2x4xf32>, tensor<2xf32>> -> tensor<2xf32>
        %2 = relax.tuple %b, %1 : (tensor<2xf32>, tensor<4x2xf32>) -> tuple<tensor<2xf32>, tensor<4x2xf32>>
        relax.output %2 : tuple<tensor<2xf32>, tensor<4x2xf32>>
      }
      relax.return %0 : tuple<tensor<2xf32>, tensor<4x2xf32>>
    }
    ```
  }];
  let options = [
    Option<"shared", "shared", "bool", "false",
           "make one function for all functions with these weights">,
    ListOption<"functions", "functions", "std::string",
               "the functions to look at (default: all with weights)">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

#endif // RELAX_TRANSFORMS_MODULE_WEIGHTPASSES_TD
