// Passes that choose in which type of floats is computed.
#ifndef RELAX_TRANSFORMS_GRAPH_PRECISIONPASSES_TD
#define RELAX_TRANSFORMS_GRAPH_PRECISIONPASSES_TD

include "mlir/Pass/PassBase.td"

def ToMixedPrecisionPass
    : Pass<"relax-to-mixed-precision", "::mlir::ModuleOp"> {
  let summary = "Compute in a narrower type of floats what gains from it";
  let description = [{
    In each `relax.dataflow`, operators on f32 go by their
    `MixedPrecisionInterface`: those that gain from it (products, convolutions,
    attention) take operands of `dtype`, accumulate in `out-dtype` and give `dtype`;
    those that bear it do so if all floats they take are there in `dtype`, or
    are constants; all others stay. A `relax.astype` converts where one meets
    the other, so region and function give the types they gave.

    `input-names` says which parameters are given in `dtype`; functions with
    such a parameter are not called in the module.

    Requires: nothing.
    Ensures: operators with the policy `Always` in such regions take no f32,
    unless they take floats of a third type, too.

    ```mlir
    // before
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
      %0 = relax.dataflow -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
        %1 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
        %2 = relax.nn.relu %1 : tensor<?x8xf32, #relax.dims<[n, 8]>>
        relax.output %2 : tensor<?x8xf32, #relax.dims<[n, 8]>>
      }
      relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
    }
    // after
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
      %0 = relax.dataflow -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
        %1 = relax.astype %x {dtype = f16} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf16, #relax.dims<[n, 4]>>
        %2 = relax.astype %w {dtype = f16} : (tensor<4x8xf32>) -> tensor<4x8xf16>
        %3 = relax.matmul %1, %2 {out_dtype = f32} : (tensor<?x4xf16, #relax.dims<[n, 4]>>, tensor<4x8xf16>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
        %4 = relax.astype %3 {dtype = f16} : (tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<?x8xf16, #relax.dims<[n, 8]>>
        %5 = relax.nn.relu %4 : tensor<?x8xf16, #relax.dims<[n, 8]>>
        %6 = relax.astype %5 {dtype = f32} : (tensor<?x8xf16, #relax.dims<[n, 8]>>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
        relax.output %6 : tensor<?x8xf32, #relax.dims<[n, 8]>>
      }
      relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
    }
    ```
  }];
  let options = [
    Option<"dtype", "dtype", "std::string", "\"f16\"",
           "the narrow type: f16 or bf16">,
    Option<"outDtype", "out-dtype", "std::string", "\"f32\"",
           "the type that products are accumulated in: f32, f16 or bf16">,
    ListOption<"inputNames", "input-names", "std::string",
               "parameters that are given in the narrow type">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

#endif // RELAX_TRANSFORMS_GRAPH_PRECISIONPASSES_TD
