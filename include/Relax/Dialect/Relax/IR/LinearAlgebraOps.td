// Ops that multiply matrices.
#ifndef RELAX_DIALECT_RELAX_IR_LINEARALGEBRAOPS_TD
#define RELAX_DIALECT_RELAX_IR_LINEARALGEBRAOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

def Relax_MatmulOp : Relax_TensorOp<"matmul", "OutFusable", "Always",
                                    [AlwaysSpeculatable]> {
  let summary = "Matrix product of the last two axes";
  let description = [{
    Axes before the last two are broadcast. A first operand of rank 1 is a row,
    a second one of rank 1 a column; that axis is not in the result. Elements
    are accumulated in `out_dtype`, if it is given.

    * **R1** both operands have one element type, as far as is known, unless
      `out_dtype` is given;
    * **R2** no operand has rank 0;
    * **R3** the sizes that are summed over are not provably different;
    * **R4** the other axes broadcast;
    * **R5** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
      %0 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
      relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
    }
    ```
  }];
  let arguments = (ins Relax_NumberTensor:$x1, Relax_NumberTensor:$x2,
      Relax_DtypeAttr:$out_dtype);
}

def Relax_OuterOp : Relax_TensorOp<"outer", "OutFusable", "Always",
                                   [AlwaysSpeculatable]> {
  let summary = "All products of the elements of two vectors";
  let description = [{
    * **R1** both operands have one element type, as far as is known;
    * **R2** both operands have rank 1, as far as is known;
    * **R3** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<3xf32>, %y: tensor<?xf32, #relax.dims<[n]>>) -> tensor<3x?xf32, #relax.dims<[3, n]>> {
      %0 = relax.outer %x, %y : (tensor<3xf32>, tensor<?xf32, #relax.dims<[n]>>) -> tensor<3x?xf32, #relax.dims<[3, n]>>
      relax.return %0 : tensor<3x?xf32, #relax.dims<[3, n]>>
    }
    ```
  }];
  let arguments = (ins Relax_NumberTensor:$x1, Relax_NumberTensor:$x2);
}

def Relax_EinsumOp : Relax_TensorOp<"einsum", "OutFusable", "Never",
                                    [AlwaysSpeculatable]> {
  let summary = "Sum of products by Einstein's convention";
  let description = [{
    `subscripts` names each axis of each operand by a letter, operands parted by
    commas, and after `->` the axes of the result. Axes that the result lacks
    are summed over. Without `->` the result has, in the order of the alphabet,
    the letters that occur once. `...` stands for axes that are broadcast.

    * **R1** all operands have one element type, as far as is known;
    * **R2** `subscripts` has a term for each operand;
    * **R3** a term has a letter for each axis, as far as is known;
    * **R4** sizes of one letter are equal or 1, as far as is known;
    * **R5** a letter of the result occurs in it once, and in an operand;
    * **R6** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<8x4xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
      %0 = relax.einsum %x, %w {subscripts = "ij,kj->ik"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<8x4xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
      relax.return %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
    }
    ```
  }];
  let arguments = (ins Variadic<Relax_NumberTensor>:$args, StrAttr:$subscripts);
}

#endif // RELAX_DIALECT_RELAX_IR_LINEARALGEBRAOPS_TD
