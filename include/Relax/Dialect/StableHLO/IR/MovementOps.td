// Ops that make, cut, join and rearrange tensors.
#ifndef RELAX_DIALECT_STABLEHLO_IR_MOVEMENTOPS_TD
#define RELAX_DIALECT_STABLEHLO_IR_MOVEMENTOPS_TD

include "Relax/Dialect/StableHLO/IR/StableHLOBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class StableHLO_MovementOp<string mnemonic, string meaning, string example>
    : StableHLO_Op<mnemonic, [Pure]> {
  let summary = meaning;
  let description = [{
    ```mlir
    %0 = stablehlo.}] # mnemonic # " " # example # [{

    ```
  }];
  let results = (outs AnyTensor:$result);
}

def StableHLO_ConstantOp : StableHLO_Op<"constant", [Pure]> {
  let summary = "A tensor of known elements";
  let description = [{
    Quantized elements are written as the integers that are stored.

    ```mlir
    %0 = stablehlo.constant dense<0.5> : tensor<4xf32>
    ```
    ```mlir
    %0 = stablehlo.constant() <{value = dense<3> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyTensor:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def StableHLO_IotaOp : StableHLO_MovementOp<
    "iota", "Each element is its place on one axis",
    "dim = 0 : tensor<4xi32>"> {
  let arguments = (ins I64Attr:$iota_dimension);
  let assemblyFormat = "`dim` `=` custom<Number>($iota_dimension) attr-dict `:` type($result)";
}

def StableHLO_DynamicIotaOp : StableHLO_MovementOp<
    "dynamic_iota", "Iota of computed sizes",
    "%n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>"> {
  let arguments = (ins AnyTensor:$output_shape, I64Attr:$iota_dimension);
  let assemblyFormat = [{
    $output_shape `,` `dim` `=` custom<Number>($iota_dimension) attr-dict `:`
    functional-type(operands, results)
  }];
}

def StableHLO_BroadcastInDimOp : StableHLO_MovementOp<
    "broadcast_in_dim", "Repeat a tensor along new axes and those of size 1",
    "%x, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>"> {
  let arguments = (ins AnyTensor:$operand,
      DenseI64ArrayAttr:$broadcast_dimensions);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict `:`
    functional-type(operands, results)
  }];
}

def StableHLO_DynamicBroadcastInDimOp : StableHLO_MovementOp<
    "dynamic_broadcast_in_dim", "Broadcast to computed sizes",
    "%x, %n, dims = [1] : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>"> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$output_dimensions,
      DenseI64ArrayAttr:$broadcast_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions
    attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_ReshapeOp : StableHLO_MovementOp<
    "reshape", "The same elements in another shape",
    "%x : (tensor<4xf32>) -> tensor<2x2xf32>"> {
  let arguments = (ins AnyTensor:$operand);
  let assemblyFormat = [{
    $operand attr-dict `:` custom<SameTypes>(type($operand), type($result))
  }];
}

def StableHLO_DynamicReshapeOp : StableHLO_MovementOp<
    "dynamic_reshape", "Reshape to computed sizes",
    "%x, %n : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x2xf32>"> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$output_shape);
  let assemblyFormat = [{
    $operand `,` $output_shape attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_TransposeOp : StableHLO_MovementOp<
    "transpose", "Axes in another order",
    "%x, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>"> {
  let arguments = (ins AnyTensor:$operand, DenseI64ArrayAttr:$permutation);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation attr-dict `:`
    functional-type(operands, results)
  }];
}

def StableHLO_ReverseOp : StableHLO_MovementOp<
    "reverse", "Elements of some axes from the last to the first",
    "%x, dims = [0] : tensor<4xf32>"> {
  let arguments = (ins AnyTensor:$operand, DenseI64ArrayAttr:$dimensions);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict `:`
    custom<SameTypes>(type($operand), type($result))
  }];
}

def StableHLO_SliceOp : StableHLO_MovementOp<
    "slice", "A part of a tensor, `first:limit:stride` along each axis",
    "%x [0:4:2, 1:3] : (tensor<4x4xf32>) -> tensor<2x2xf32>"> {
  let arguments = (ins AnyTensor:$operand, DenseI64ArrayAttr:$start_indices,
      DenseI64ArrayAttr:$limit_indices, DenseI64ArrayAttr:$strides);
  let assemblyFormat = [{
    $operand custom<Ranges>($start_indices, $limit_indices, $strides)
    attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_DynamicSliceOp : StableHLO_MovementOp<
    "dynamic_slice", "A part of known sizes at a computed place",
    "%x, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>"> {
  let arguments = (ins AnyTensor:$operand, Variadic<AnyTensor>:$start_indices,
      DenseI64ArrayAttr:$slice_sizes);
  let assemblyFormat = [{
    $operand `,` custom<OperandsBefore>($start_indices) `sizes` `=` $slice_sizes
    attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_RealDynamicSliceOp : StableHLO_MovementOp<
    "real_dynamic_slice", "A part of computed bounds",
    "%x, %a, %b, %s : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>"> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$start_indices,
      AnyTensor:$limit_indices, AnyTensor:$strides);
  let assemblyFormat = [{
    $operand `,` $start_indices `,` $limit_indices `,` $strides attr-dict `:`
    functional-type(operands, results)
  }];
}

def StableHLO_DynamicUpdateSliceOp : StableHLO_MovementOp<
    "dynamic_update_slice", "A tensor with a part put in at a computed place",
    "%x, %part, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>"> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$update,
      Variadic<AnyTensor>:$start_indices);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def StableHLO_ConcatenateOp : StableHLO_MovementOp<
    "concatenate", "Tensors one after the other along an axis",
    "%x, %y, dim = 0 : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>"> {
  let arguments = (ins Variadic<AnyTensor>:$inputs, I64Attr:$dimension);
  let assemblyFormat = [{
    custom<OperandsBefore>($inputs) `dim` `=` custom<Number>($dimension)
    attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_PadOp : StableHLO_MovementOp<
    "pad", "Elements around and between those of a tensor",
    "%x, %p, low = [1], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>"> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$padding_value,
      DenseI64ArrayAttr:$edge_padding_low, DenseI64ArrayAttr:$edge_padding_high,
      DenseI64ArrayAttr:$interior_padding);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=`
    $edge_padding_high `,` `interior` `=` $interior_padding attr-dict `:`
    functional-type(operands, results)
  }];
}

def StableHLO_DynamicPadOp : StableHLO_MovementOp<
    "dynamic_pad", "Pad by computed widths",
    "%x, %p, %a, %b, %i : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>"> {
  let arguments = (ins AnyTensor:$operand, AnyTensor:$padding_value,
      AnyTensor:$edge_padding_low, AnyTensor:$edge_padding_high,
      AnyTensor:$interior_padding);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` $edge_padding_low `,` $edge_padding_high `,`
    $interior_padding attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_GetDimensionSizeOp : StableHLO_MovementOp<
    "get_dimension_size", "The size of an axis",
    "%x, dim = 0 : (tensor<?xf32>) -> tensor<i32>"> {
  let arguments = (ins AnyTensor:$operand, I64Attr:$dimension);
  let assemblyFormat = [{
    $operand `,` `dim` `=` custom<Number>($dimension) attr-dict `:`
    functional-type(operands, results)
  }];
}

def StableHLO_GatherOp : StableHLO_MovementOp<
    "gather", "Slices at computed places", "" > {
  let description = [{
    ```mlir
    %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$operand, AnyTensor:$start_indices,
      StableHLO_GatherDimsAttr:$dimension_numbers,
      DenseI64ArrayAttr:$slice_sizes, OptionalAttr<BoolAttr>:$indices_are_sorted);
}

def StableHLO_DynamicGatherOp : StableHLO_MovementOp<
    "dynamic_gather", "Slices of computed sizes at computed places", ""> {
  let description = [{
    ```mlir
    %0 = "stablehlo.dynamic_gather"(%x, %i, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<8x?xf32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x?xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$operand, AnyTensor:$start_indices,
      AnyTensor:$slice_sizes, StableHLO_GatherDimsAttr:$dimension_numbers,
      OptionalAttr<BoolAttr>:$indices_are_sorted);
}

#endif // RELAX_DIALECT_STABLEHLO_IR_MOVEMENTOPS_TD
