// Ops of linalg and tensor become tensor programs.
#ifndef RELAX_CONVERSION_LINALGTOTIR_PASSES_TD
#define RELAX_CONVERSION_LINALGTOTIR_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLinalgToTIRPass
    : Pass<"convert-linalg-to-tir", "::mlir::ModuleOp"> {
  let summary = "Lower linalg and tensor ops to tensor programs";
  let description = [{
    Requires: nothing.
    Ensures: in a `relax.func` no op of `linalg`, no op of `tensor` but
    `tensor.extract`, and no op of `arith` or `math` on tensors is left; in a
    `tir.func` no op of `linalg`. What cannot be lowered is an error with the
    reason.

    On tensors each `linalg` op becomes a `relax.call_tir` of a private
    `tir.func`; equal ops share one. Named ops go through upstream's
    generalization, elementwise ops on tensors through upstream's
    `linalg.generic`. Each iterator is one of a `tir.block`, spatial or
    reducing, and the indexing maps are the indices of its loads and stores. A
    reduction whose start value is no number starts from the neutral element,
    and a second program adds the start value: so it is the reduction that
    schedules know. `tensor.expand_shape`, `collapse_shape` and `reshape` become
    `relax.reshape`, `tensor.concat` becomes `relax.concat`.

    A `?` without a name gets one by a `relax.match_cast`. Sizes that an op
    wants to be equal, and that are not provably so, are compared at run time.

    On buffers a `linalg` op becomes loops and a block in its place; a
    `linalg.fill` of a number right before a reduction becomes its `tir.init`.

    ```mlir
    // before
    relax.func @main(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) -> tensor<4x2xf32> {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<4x2xf32>
      %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
      %0 = linalg.matmul ins(%x, %y : tensor<4x8xf32>, tensor<8x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
      relax.return %0 : tensor<4x2xf32>
    }
    // after
    relax.func @main(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) -> tensor<4x2xf32> {
      %0 = relax.call_tir @matmul(%x, %y) : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
      relax.return %0 : tensor<4x2xf32>
    }
    tir.func private @matmul(%x: memref<4x8xf32>, %y: memref<8x2xf32>, %out: memref<4x2xf32>) attributes {num_inputs = 2 : i64} {
      %c4 = arith.constant 4 : index
      %c2 = arith.constant 2 : index
      %c8 = arith.constant 8 : index
      %c0 = arith.constant 0 : index
      tir.for %i = %c0 to %c4 {
        tir.for %j = %c0 to %c2 {
          tir.for %k = %c0 to %c8 {
            tir.block "matmul" iters(%vi : spatial = %i in %c4, %vj : spatial = %j in %c2, %vk : reduce = %k in %c8) reads(%x, %y : memref<4x8xf32>, memref<8x2xf32>) writes(%out : memref<4x2xf32>) {
              tir.init {
                %cst = arith.constant 0.000000e+00 : f32
                memref.store %cst, %out[%vi, %vj] : memref<4x2xf32>
              }
              %0 = memref.load %x[%vi, %vk] : memref<4x8xf32>
              %1 = memref.load %y[%vk, %vj] : memref<8x2xf32>
              %2 = memref.load %out[%vi, %vj] : memref<4x2xf32>
              %3 = arith.mulf %0, %1 : f32
              %4 = arith.addf %2, %3 : f32
              memref.store %4, %out[%vi, %vj] : memref<4x2xf32>
            }
          }
        }
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
      "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
      "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
      "::mlir::relax::RelaxDialect", "::mlir::tensor::TensorDialect",
      "::mlir::tir::TIRDialect"];
}

#endif // RELAX_CONVERSION_LINALGTOTIR_PASSES_TD
