// Operators of the graph level become tensor programs.
#ifndef RELAX_CONVERSION_RELAXTOTIR_PASSES_TD
#define RELAX_CONVERSION_RELAXTOTIR_PASSES_TD

include "mlir/Pass/PassBase.td"

def LegalizeOpsPass : Pass<"relax-legalize-ops", "::mlir::ModuleOp"> {
  let summary = "Lower each operator to a call of a tensor program";
  let description = [{
    Requires: nothing.
    Ensures: each operator that computes is a `relax.call_tir` of a private
    `tir.func`; equal operators share one. What is left belongs to a later pass
    or is listed in `skip-ops`; else there is an error for each op, with the
    reason and what to do.

    `custom-map` names a `tir.func` of the module for a kind of operator, which
    then lowers all of that kind: it gets the tensor operands and the results.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.exp %x : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    // after
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call_tir @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, op_pattern = 0 : i64} {
      %c4 = arith.constant 4 : index
      %c0 = arith.constant 0 : index
      tir.for %i = %c0 to %c4 {
        tir.block "exp" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<4xf32>) {
          %0 = memref.load %x[%v] : memref<4xf32>
          %1 = math.exp %0 : f32
          memref.store %1, %y[%v] : memref<4xf32>
        }
      }
      tir.return
    }
    ```
  }];
  let options = [ListOption<"skipOps", "skip-ops", "std::string",
      "operators to leave alone, such as relax.nn.conv2d">,
    ListOption<"customMap", "custom-map", "std::string",
      "tensor programs that lower operators, such as relax.exp=my_exp">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
      "::mlir::relax::RelaxDialect", "::mlir::tir::TIRDialect"];
}

#endif // RELAX_CONVERSION_RELAXTOTIR_PASSES_TD
