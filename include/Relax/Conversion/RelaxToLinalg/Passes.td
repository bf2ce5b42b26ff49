// From the graph level to linalg on tensors.
#ifndef RELAX_CONVERSION_RELAXTOLINALG_PASSES_TD
#define RELAX_CONVERSION_RELAXTOLINALG_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertRelaxToLinalgPass
    : Pass<"convert-relax-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Make functions of linalg on tensors out of relax functions";
  let description = [{
    Each `relax.func` becomes a `func.func` on tensors without encodings: the
    door to compilers that know nothing of Relax. What an operator computes is
    asked of its tensor program, block by block; a program that is called with
    `relax.call_tir` is converted in the same way. A symbol becomes the
    `tensor.dim` of the parameter that defines it, a shape one index a size, a
    tuple its fields; other sizes that types promise are checked by `cf.assert`,
    as the run time does. Integers lose their sign.

    Requires: nothing.
    Ensures: no `relax.func` is left, and no `tir.func` that only such called.
    With `partial`, functions that cannot be converted stay, with a remark that
    says why, and so do those that call them or are called by them.

    ```mlir
    // before
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n]>> {
      %0 = relax.max %x {axis = array<i64: 1>} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n]>>
      relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
    }
    // after
    func.func @main(%x: tensor<?x4xf32>) -> tensor<?xf32> {
      %c0 = arith.constant 0 : index
      %n = tensor.dim %x, %c0 : tensor<?x4xf32>
      %0 = tensor.empty(%n) : tensor<?xf32>
      %lowest = arith.constant 0xFF800000 : f32
      %1 = linalg.fill ins(%lowest : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
      %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x4xf32>) outs(%1 : tensor<?xf32>) {
      ^bb0(%in: f32, %out: f32):
        %3 = arith.maximumf %out, %in : f32
        linalg.yield %3 : f32
      } -> tensor<?xf32>
      return %2 : tensor<?xf32>
    }
    ```
  }];
  let options = [
    Option<"namedOps", "named-ops", "bool", "true",
           "Give ops of linalg that have a name that name">,
    Option<"partial", "partial", "bool", "false",
           "Let functions stay that cannot be converted">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::relax::RelaxDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::tir::TIRDialect"
  ];
}

#endif // RELAX_CONVERSION_RELAXTOLINALG_PASSES_TD
