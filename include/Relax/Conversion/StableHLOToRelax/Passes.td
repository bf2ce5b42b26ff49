// Programs of StableHLO become functions of the graph level.
#ifndef RELAX_CONVERSION_STABLEHLOTORELAX_PASSES_TD
#define RELAX_CONVERSION_STABLEHLOTORELAX_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertStableHLOToRelaxPass
    : Pass<"convert-stablehlo-to-relax", "::mlir::ModuleOp"> {
  let summary = "Turn programs of StableHLO into functions of the graph level";
  let description = [{
    Requires: nothing.
    Ensures: no `func.func` that uses `stablehlo` or `chlo` is left, where it is
    public: it is a `relax.func` of the same name. Private ones are written out
    where they are called, and go away. What cannot be converted is an error:
    all obstacles of the module in one run, each kind once, with its number and
    its places.

    An op that relax has becomes that one; another one a `relax.call_tir` of a
    private `tir.func`. A `while` of few turns is written out, another one is a
    function that calls itself; `case` and `if` are `relax.if`.

    Shardings of parameters, results and values (`sdy`) become hints of
    `relax.dist`, and their meshes those of relax.

    A `?` of a parameter gets a name, which two have in common where the program
    asserts that they are equal. Sizes that the program computes as tensors of
    integers become expressions of these names.

    ```mlir
    // before
    func.func @main(%x: tensor<4x8xf32>) -> tensor<4xf32> {
      %0 = stablehlo.exponential %x : tensor<4x8xf32>
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    // after
    relax.func @main(%x: tensor<4x8xf32>) -> tensor<4xf32> {
      %0 = relax.exp %x : tensor<4x8xf32>
      %1 = relax.constant dense<0.0> : tensor<f32>
      %2 = relax.sum %0 {axis = array<i64: 1>} : (tensor<4x8xf32>) -> tensor<4xf32>
      relax.return %2 : tensor<4xf32>
    }
    ```
  }];
  let options = [
    ListOption<"packedCalls", "packed-calls", "std::string",
        "Targets of custom calls that are functions registered at run time">
  ];
  let dependentDialects = ["::mlir::relax::RelaxDialect",
      "::mlir::tir::TIRDialect", "::mlir::arith::ArithDialect",
      "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect"];
}

#endif // RELAX_CONVERSION_STABLEHLOTORELAX_PASSES_TD
