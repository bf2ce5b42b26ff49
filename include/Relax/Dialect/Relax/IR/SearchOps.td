// Ops that choose elements, or find their places.
#ifndef RELAX_DIALECT_RELAX_IR_SEARCHOPS_TD
#define RELAX_DIALECT_RELAX_IR_SEARCHOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

def Relax_WhereOp : Relax_TensorOp<"where", "Broadcast", "Never",
                                   [AlwaysSpeculatable]> {
  let summary = "x1 where the condition is true, else x2";
  let description = [{
    All three are broadcast together.

    * **R1** `x1` and `x2` have one element type, as far as is known;
    * **R2** no two aligned dimensions are provably unequal, unless one is 1;
    * **R3** placed operands are on one device.

    ```mlir
    relax.func @main(%c: tensor<?x1xi1, #relax.dims<[n, 1]>>, %x: tensor<4xf32>, %y: tensor<f32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %0 = relax.where %c, %x, %y : (tensor<?x1xi1, #relax.dims<[n, 1]>>, tensor<4xf32>, tensor<f32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins Relax_BoolTensor:$condition, AnyTensor:$x1,
      AnyTensor:$x2);
  let hasFolder = 1;
}

#endif // RELAX_DIALECT_RELAX_IR_SEARCHOPS_TD
