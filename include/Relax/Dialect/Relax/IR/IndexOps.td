// Ops that take elements of a tensor by their places.
#ifndef RELAX_DIALECT_RELAX_IR_INDEXOPS_TD
#define RELAX_DIALECT_RELAX_IR_INDEXOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_GatherOp<string mnemonic, string order = "AsWritten">
    : Relax_TensorOp<mnemonic, "Injective", "Never", [], order>;

def Relax_TakeOp : Relax_GatherOp<"take"> {
  let summary = "Take slices of an axis by an index tensor";
  let description = [{
    The axis is replaced by the axes of `indices`; without `axis` the operand
    has rank 1. An index outside the axis: `clip` takes the nearest element,
    `wrap` counts modulo the size, `nan` gives NaN, `fast` is undefined.

    * **R1** the axis lies in [-rank, rank), and is given unless the rank is 1;
    * **R2** placed operands are on one device;
    * **R3** `nan` needs float elements, as far as is known.

    ```mlir
    relax.func @main(%x: tensor<10x4xf32>, %i: tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %0 = relax.take %x, %i {axis = 0 : i64} : (tensor<10x4xf32>, tensor<?xi64, #relax.dims<[n]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, Relax_IntegerTensor:$indices,
      Relax_AxisAttr:$axis,
      Relax_DefaultString<"fast", Relax_OneOf<["fast", "clip", "wrap", "nan"]>>:$mode);
}

def Relax_StridedSliceOp : Relax_TensorOp<
    "strided_slice", "Injective", "Follow", [AlwaysSpeculatable], "Axes"> {
  let summary = "A part of a tensor with bounds known by expressions";
  let description = [{
    Along axis `axes[i]` the elements from `begin[i]` up to and without `end[i]`,
    `strides[i]` apart (1 if `strides` is absent). Negative bounds count from the
    end; bounds are clamped to the axis, unless `assume_inbound` promises that
    they lie within.

    * **R1** `axes`, `begin`, `end` and `strides` have one length;
    * **R2** each axis lies in [-rank, rank), and none occurs twice;
    * **R3** no stride is 0.

    ```mlir
    relax.func @main(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<?x3xf32, #relax.dims<[n, 3]>> {
      %0 = relax.strided_slice %x {axes = array<i64: 1>, begin = [#relax.expr<1>], end = [#relax.expr<7>], strides = array<i64: 2>} : (tensor<?x8xf32, #relax.dims<[n, 8]>>) -> tensor<?x3xf32, #relax.dims<[n, 3]>>
      relax.return %0 : tensor<?x3xf32, #relax.dims<[n, 3]>>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, DenseI64ArrayAttr:$axes,
      Relax_SymExprArrayAttr:$begin, Relax_SymExprArrayAttr:$end,
      OptionalAttr<DenseI64ArrayAttr>:$strides, Relax_False:$assume_inbound);
  let hasFolder = 1;
}

def Relax_DynamicStridedSliceOp : Relax_TensorOp<
    "dynamic_strided_slice", "Injective", "Follow",
    [AlwaysSpeculatable, Relax_DataDependent]> {
  let summary = "A part of a tensor with bounds that are computed";
  let description = [{
    As `relax.strided_slice` along all axes, with the bounds in tensors. The
    result's sizes are known only at run time.

    * **R1** the bounds have rank 1 and the length of the operand's rank, as far
      as is known;
    * **R2** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<8x9xf32>, %b: tensor<2xi64>, %e: tensor<2xi64>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
      %0 = relax.dynamic_strided_slice %x, %b, %e, %s : (tensor<8x9xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
      relax.return %0 : tensor<?x?xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x, Relax_IntegerTensor:$begin,
      Relax_IntegerTensor:$end, Relax_IntegerTensor:$strides);
}

def Relax_GatherElementsOp : Relax_GatherOp<"gather_elements", "Axes"> {
  let summary = "Take elements, each at its own index along an axis";
  let description = [{
    Result element `i` is the data's at `i` with the coordinate on `axis`
    replaced by `indices[i]`. Negative indices count from the end.

    * **R1** the axis lies in [-rank, rank);
    * **R2** data and indices have one rank, as far as is known;
    * **R3** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<3x4xf32>, %i: tensor<2x4xi64>) -> tensor<2x4xf32> {
      %0 = relax.gather_elements %x, %i : (tensor<3x4xf32>, tensor<2x4xi64>) -> tensor<2x4xf32>
      relax.return %0 : tensor<2x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data, Relax_IntegerTensor:$indices,
      Relax_DefaultAxis<0>:$axis);
}

def Relax_GatherNDOp : Relax_GatherOp<"gather_nd"> {
  let summary = "Take slices at coordinates in a tensor";
  let description = [{
    The last axis of `indices` holds coordinates on the data's axes behind the
    first `batch_dims`, which both have in common.

    * **R1** both operands have more axes than `batch_dims`, as far as is known;
    * **R2** there are no more coordinates than axes, as far as is known;
    * **R3** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<3x4x5xf32>, %i: tensor<6x2xi64>) -> tensor<6x5xf32> {
      %0 = relax.gather_nd %x, %i : (tensor<3x4x5xf32>, tensor<6x2xi64>) -> tensor<6x5xf32>
      relax.return %0 : tensor<6x5xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data, Relax_IntegerTensor:$indices,
      DefaultValuedAttr<ConfinedAttr<I64Attr, [IntNonNegative]>, "0">:$batch_dims);
}

def Relax_IndexTensorOp : Relax_GatherOp<"index_tensor"> {
  let summary = "Take slices at coordinates in one tensor an axis";
  let description = [{
    The index tensors are broadcast together; their axes come in place of the
    data's first axes, one for each of them.

    * **R1** there is at least one index tensor, and no more than the data has
      axes, as far as is known;
    * **R2** the index tensors broadcast;
    * **R3** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<3x4x5xf32>, %i: tensor<6x1xi64>, %j: tensor<2xi64>) -> tensor<6x2x5xf32> {
      %0 = relax.index_tensor %x, %i, %j : (tensor<3x4x5xf32>, tensor<6x1xi64>, tensor<2xi64>) -> tensor<6x2x5xf32>
      relax.return %0 : tensor<6x2x5xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$data, Variadic<Relax_IntegerTensor>:$indices);
}

#endif // RELAX_DIALECT_RELAX_IR_INDEXOPS_TD
