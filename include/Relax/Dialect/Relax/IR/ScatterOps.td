// Ops that put elements into a copy of a tensor by their places.
#ifndef RELAX_DIALECT_RELAX_IR_SCATTEROPS_TD
#define RELAX_DIALECT_RELAX_IR_SCATTEROPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_ScatterOp<string mnemonic, string order = "AsWritten">
    : Relax_TensorOp<mnemonic, "Opaque", "Never", [], order>;

def Relax_ReductionAttr : Relax_DefaultString<
    "update", Relax_OneOf<["update", "add", "mul", "mean", "max", "min"]>>;

def Relax_ScatterElementsOp : Relax_ScatterOp<"scatter_elements", "Axes"> {
  let summary = "Put elements, each at its own index along an axis";
  let description = [{
    Update `i` goes to `i` with the coordinate on `axis` replaced by
    `indices[i]`, where `reduction` joins it with what is there. Where several
    `update`s meet, which one stays is open.

    * **R1** data and updates have one element type, as far as is known;
    * **R2** the axis lies in [-rank, rank);
    * **R3** all operands have one rank, and indices and updates one shape, as
      far as is known;
    * **R4** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>, %i: tensor<2x4xi64>, %u: tensor<2x4xf32>) -> tensor<3x4xf32> {
      %0 = relax.scatter_elements %x, %i, %u {reduction = "add"} : (tensor<3x4xf32>, tensor<2x4xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
      relax.return %0 : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data, Relax_IntegerTensor:$indices,
      AnyTensor:$updates, Relax_DefaultAxis<0>:$axis,
      Relax_ReductionAttr:$reduction);
}

def Relax_ScatterNDOp : Relax_ScatterOp<"scatter_nd"> {
  let summary = "Put slices at coordinates in a tensor";
  let description = [{
    The last axis of `indices` holds coordinates on the data's first axes, where
    `reduction` joins a slice of the updates with what is there.

    * **R1** data and updates have one element type, as far as is known;
    * **R2** `indices` has rank 1 or more, and no more coordinates than the data
      has axes, as far as is known;
    * **R3** the updates have the axes of `indices` but the last, and the data's
      that no coordinate takes, as far as is known;
    * **R4** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>, %i: tensor<2x1xi64>, %u: tensor<2x4xf32>) -> tensor<3x4xf32> {
      %0 = relax.scatter_nd %x, %i, %u : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
      relax.return %0 : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data, Relax_IntegerTensor:$indices,
      AnyTensor:$updates, Relax_ReductionAttr:$reduction);
}

def Relax_SliceScatterOp : Relax_ScatterOp<"slice_scatter"> {
  let summary = "Put a tensor into a slice of another one";
  let description = [{
    The slice is that of `relax.strided_slice` along one axis.

    * **R1** both operands have one element type, as far as is known;
    * **R2** the axis lies in [-rank, rank);
    * **R3** the step is positive;
    * **R4** `src` has the slice's shape, as far as is known;
    * **R5** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<8x4xf32>, %y: tensor<3x4xf32>) -> tensor<8x4xf32> {
      %0 = relax.slice_scatter %x, %y {start = #relax.expr<1>, end = #relax.expr<4>} : (tensor<8x4xf32>, tensor<3x4xf32>) -> tensor<8x4xf32>
      relax.return %0 : tensor<8x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$input, AnyTensor:$src,
      Relax_SymExprAttr:$start, Relax_SymExprAttr:$end,
      DefaultValuedAttr<I64Attr, "1">:$step, Relax_DefaultAxis<0>:$axis);
}

def Relax_IndexPutOp : Relax_ScatterOp<"index_put"> {
  let summary = "Put slices at coordinates in one tensor an axis";
  let description = [{
    The index tensors are broadcast together and hold coordinates on the data's
    first axes. With `accumulate` values are added to what is there.

    * **R1** data and values have one element type, as far as is known;
    * **R2** there is at least one index tensor, and no more than the data has
      axes, as far as is known;
    * **R3** the index tensors broadcast;
    * **R4** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>, %i: tensor<2xi64>, %v: tensor<2x4xf32>) -> tensor<3x4xf32> {
      %0 = relax.index_put %x, %i, %v {accumulate = true} : (tensor<3x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
      relax.return %0 : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data, Variadic<Relax_IntegerTensor>:$indices,
      AnyTensor:$values, Relax_False:$accumulate);
}

#endif // RELAX_DIALECT_RELAX_IR_SCATTEROPS_TD
