// Passes that compute products of matrices in another order.
#ifndef RELAX_TRANSFORMS_GRAPH_PRODUCTPASSES_TD
#define RELAX_TRANSFORMS_GRAPH_PRODUCTPASSES_TD

include "mlir/Pass/PassBase.td"

def AdjustMatmulOrderPass
    : Pass<"relax-adjust-matmul-order", "::mlir::relax::FuncOp"> {
  let summary = "Multiply three factors in the order that takes less";
  let description = [{
    In a `relax.dataflow`, a product of a product that has no other user becomes
    one in the other order, if that takes fewer multiplications, and takes no
    more for any sizes. A product of weights (parameters behind `num_input`) and
    constants alone comes first, since it is known before the inputs are. The
    inner product may be transposed. All have one element type, also the sums.
    Floats are rounded, and overflow, in other places then.

    Requires: nothing.
    Ensures: no such product is left.

    ```mlir
    // before
    relax.func @main(%x: tensor<?x16xf32, #relax.dims<[n, 16]>>, %a: tensor<16x2xf32>, %b: tensor<2x16xf32>) -> tensor<?x16xf32, #relax.dims<[n, 16]>> {
      %0 = relax.dataflow -> tensor<?x16xf32, #relax.dims<[n, 16]>> {
        %1 = relax.matmul %a, %b : (tensor<16x2xf32>, tensor<2x16xf32>) -> tensor<16x16xf32>
        %2 = relax.matmul %x, %1 : (tensor<?x16xf32, #relax.dims<[n, 16]>>, tensor<16x16xf32>) -> tensor<?x16xf32, #relax.dims<[n, 16]>>
        relax.output %2 : tensor<?x16xf32, #relax.dims<[n, 16]>>
      }
      relax.return %0 : tensor<?x16xf32, #relax.dims<[n, 16]>>
    }
    // after
    relax.func @main(%x: tensor<?x16xf32, #relax.dims<[n, 16]>>, %a: tensor<16x2xf32>, %b: tensor<2x16xf32>) -> tensor<?x16xf32, #relax.dims<[n, 16]>> {
      %0 = relax.dataflow -> tensor<?x16xf32, #relax.dims<[n, 16]>> {
        %1 = relax.matmul %x, %a : (tensor<?x16xf32, #relax.dims<[n, 16]>>, tensor<16x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
        %2 = relax.matmul %1, %b : (tensor<?x2xf32, #relax.dims<[n, 2]>>, tensor<2x16xf32>) -> tensor<?x16xf32, #relax.dims<[n, 16]>>
        relax.output %2 : tensor<?x16xf32, #relax.dims<[n, 16]>>
      }
      relax.return %0 : tensor<?x16xf32, #relax.dims<[n, 16]>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def ExpandMatmulOfSumPass
    : Pass<"relax-expand-matmul-of-sum", "::mlir::relax::FuncOp"> {
  let summary = "Multiply by the terms of a sum one by one";
  let description = [{
    In a `relax.dataflow`, a product whose second factor is a sum, or a
    transposed sum, of two tensors of one shape becomes the sum of two products:
    of a weight and a small change of it, for which
    `relax-adjust-matmul-order` then finds a shorter way. A sum of weights
    (parameters behind `num_input`) and constants alone stays: it is known
    before the inputs are.

    Requires: nothing.
    Ensures: no such product is left, unless its integers are accumulated in a
    wider type.

    ```mlir
    // before
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x2xf32>, %d: tensor<4x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
      %0 = relax.dataflow -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
        %1 = relax.add %w, %d : tensor<4x2xf32>
        %2 = relax.matmul %x, %1 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
        relax.output %2 : tensor<?x2xf32, #relax.dims<[n, 2]>>
      }
      relax.return %0 : tensor<?x2xf32, #relax.dims<[n, 2]>>
    }
    // after
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x2xf32>, %d: tensor<4x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
      %0 = relax.dataflow -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
        %1 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
        %2 = relax.matmul %x, %d : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
        %3 = relax.add %1, %2 : tensor<?x2xf32, #relax.dims<[n, 2]>>
        relax.output %3 : tensor<?x2xf32, #relax.dims<[n, 2]>>
      }
      relax.return %0 : tensor<?x2xf32, #relax.dims<[n, 2]>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def RemoveReshapesAroundMatmulPass
    : Pass<"relax-remove-reshapes-around-matmul", "::mlir::relax::FuncOp"> {
  let summary = "Multiply in the batch axes that there are";
  let description = [{
    Exporters write products of batches of batches with one batch axis, to which
    reshapes join those of both factors, and which another splits again. The
    product is one of the axes that there are: what computes its factors and
    what uses it has no reshape between, so that they can be fused.

    Requires: nothing.
    Ensures: no product whose operands and result, used by nothing else, are
    reshapes of the same batch axes is left, whether or not these are given
    another element type on the way.

    ```mlir
    // before
    relax.func @main(%x: tensor<2x3x4x?xf32, #relax.dims<[2, 3, 4, n]>>, %y: tensor<2x3x?x5xf32, #relax.dims<[2, 3, n, 5]>>) -> tensor<2x3x4x5xf32> {
      %0 = relax.shape [6, 4, n] : !relax.shape<[6, 4, n]>
      %1 = relax.reshape %x, %0 : (tensor<2x3x4x?xf32, #relax.dims<[2, 3, 4, n]>>, !relax.shape<[6, 4, n]>) -> tensor<6x4x?xf32, #relax.dims<[6, 4, n]>>
      %2 = relax.shape [6, n, 5] : !relax.shape<[6, n, 5]>
      %3 = relax.reshape %y, %2 : (tensor<2x3x?x5xf32, #relax.dims<[2, 3, n, 5]>>, !relax.shape<[6, n, 5]>) -> tensor<6x?x5xf32, #relax.dims<[6, n, 5]>>
      %4 = relax.matmul %1, %3 : (tensor<6x4x?xf32, #relax.dims<[6, 4, n]>>, tensor<6x?x5xf32, #relax.dims<[6, n, 5]>>) -> tensor<6x4x5xf32>
      %5 = relax.shape [2, 3, 4, 5] : !relax.shape<[2, 3, 4, 5]>
      %6 = relax.reshape %4, %5 : (tensor<6x4x5xf32>, !relax.shape<[2, 3, 4, 5]>) -> tensor<2x3x4x5xf32>
      relax.return %6 : tensor<2x3x4x5xf32>
    }
    // after
    relax.func @main(%x: tensor<2x3x4x?xf32, #relax.dims<[2, 3, 4, n]>>, %y: tensor<2x3x?x5xf32, #relax.dims<[2, 3, n, 5]>>) -> tensor<2x3x4x5xf32> {
      %0 = relax.matmul %x, %y : (tensor<2x3x4x?xf32, #relax.dims<[2, 3, 4, n]>>, tensor<2x3x?x5xf32, #relax.dims<[2, 3, n, 5]>>) -> tensor<2x3x4x5xf32>
      relax.return %0 : tensor<2x3x4x5xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def ReorderPermuteDimsAfterConcatPass
    : Pass<"relax-reorder-permute-dims-after-concat", "::mlir::relax::FuncOp"> {
  let summary = "Join tensors before their axes are put in another order";
  let description = [{
    In a `relax.dataflow`, where all operands of a `relax.concat` come from a
    `relax.permute_dims` of the same axes that has no other user, they are
    joined first, and the whole is permuted.

    Requires: nothing.
    Ensures: no such `relax.concat` of known rank is left.

    ```mlir
    // before
    relax.func @main(%a: tensor<?x4xf32, #relax.dims<[n, 4]>>, %b: tensor<2x4xf32>) -> tensor<4x?xf32, #relax.dims<[4, n + 2]>> {
      %0 = relax.dataflow -> tensor<4x?xf32, #relax.dims<[4, n + 2]>> {
        %1 = relax.permute_dims %a : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<4x?xf32, #relax.dims<[4, n]>>
        %2 = relax.permute_dims %b : (tensor<2x4xf32>) -> tensor<4x2xf32>
        %3 = relax.concat %1, %2 {axis = 1 : i64} : (tensor<4x?xf32, #relax.dims<[4, n]>>, tensor<4x2xf32>) -> tensor<4x?xf32, #relax.dims<[4, n + 2]>>
        relax.output %3 : tensor<4x?xf32, #relax.dims<[4, n + 2]>>
      }
      relax.return %0 : tensor<4x?xf32, #relax.dims<[4, n + 2]>>
    }
    // after
    relax.func @main(%a: tensor<?x4xf32, #relax.dims<[n, 4]>>, %b: tensor<2x4xf32>) -> tensor<4x?xf32, #relax.dims<[4, n + 2]>> {
      %0 = relax.dataflow -> tensor<4x?xf32, #relax.dims<[4, n + 2]>> {
        %1 = relax.concat %a, %b {axis = 0 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<2x4xf32>) -> tensor<?x4xf32, #relax.dims<[n + 2, 4]>>
        %2 = relax.permute_dims %1 : (tensor<?x4xf32, #relax.dims<[n + 2, 4]>>) -> tensor<4x?xf32, #relax.dims<[4, n + 2]>>
        relax.output %2 : tensor<4x?xf32, #relax.dims<[4, n + 2]>>
      }
      relax.return %0 : tensor<4x?xf32, #relax.dims<[4, n + 2]>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def FuseTransposeMatmulPass
    : Pass<"relax-fuse-transpose-matmul", "::mlir::relax::FuncOp"> {
  let summary = "Read a transposed operand where it lies";
  let description = [{
    In a `relax.dataflow`, a product by a `relax.permute_dims` of the last two
    axes becomes a `relax.einsum` that reads the right operand in the order in
    which it lies. Nothing writes it in the other order then. The sizes that
    are summed over have to be known as equal.

    Requires: nothing.
    Ensures: no such product of one element type is left.

    ```mlir
    // before
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<8x4xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
      %0 = relax.dataflow -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
        %1 = relax.permute_dims %w : (tensor<8x4xf32>) -> tensor<4x8xf32>
        %2 = relax.matmul %x, %1 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
        relax.output %2 : tensor<?x8xf32, #relax.dims<[n, 8]>>
      }
      relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
    }
    // after
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<8x4xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
      %0 = relax.dataflow -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
        %1 = relax.einsum %x, %w {subscripts = "...ik,...jk->...ij"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<8x4xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
        relax.output %1 : tensor<?x8xf32, #relax.dims<[n, 8]>>
      }
      relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def ReorderTakeAfterMatmulPass
    : Pass<"relax-reorder-take-after-matmul", "::mlir::relax::FuncOp"> {
  let summary = "Take columns of a product, not of its second factor";
  let description = [{
    In a `relax.dataflow`, a product by columns that a `relax.take` chose with a
    vector of indices becomes the product by all columns, of which the same are
    taken. Nothing waits for the indices then.

    Requires: nothing.
    Ensures: no such product is left, but of `nan` for indices outside.

    ```mlir
    // before
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x8xf32>, %i: tensor<2xi32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
      %0 = relax.dataflow -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
        %1 = relax.take %w, %i {axis = 1 : i64, mode = "clip"} : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<4x2xf32>
        %2 = relax.matmul %x, %1 : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x2xf32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
        relax.output %2 : tensor<?x2xf32, #relax.dims<[n, 2]>>
      }
      relax.return %0 : tensor<?x2xf32, #relax.dims<[n, 2]>>
    }
    // after
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x8xf32>, %i: tensor<2xi32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
      %0 = relax.dataflow -> tensor<?x2xf32, #relax.dims<[n, 2]>> {
        %1 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
        %2 = relax.take %1, %i {axis = 1 : i64, mode = "clip"} : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<2xi32>) -> tensor<?x2xf32, #relax.dims<[n, 2]>>
        relax.output %2 : tensor<?x2xf32, #relax.dims<[n, 2]>>
      }
      relax.return %0 : tensor<?x2xf32, #relax.dims<[n, 2]>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

#endif // RELAX_TRANSFORMS_GRAPH_PRODUCTPASSES_TD
