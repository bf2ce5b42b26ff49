// Products, convolutions, and ops that apply a region to elements.
#ifndef RELAX_DIALECT_STABLEHLO_IR_REDUCTIONOPS_TD
#define RELAX_DIALECT_STABLEHLO_IR_REDUCTIONOPS_TD

include "Relax/Dialect/StableHLO/IR/StableHLOBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def StableHLO_DotGeneralOp : StableHLO_Op<"dot_general", [Pure]> {
  let summary = "Sum of products over axes of two tensors";
  let description = [{
    ```mlir
    %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x8xf32>, tensor<2x8x3xf32>) -> tensor<2x4x3xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs,
      StableHLO_DotDimsAttr:$dot_dimension_numbers,
      OptionalAttr<ArrayAttr>:$precision_config,
      OptionalAttr<AnyAttr>:$algorithm);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDims>($dot_dimension_numbers, $precision_config)
    attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_ConvolutionOp : StableHLO_Op<"convolution", [Pure]> {
  let summary = "Convolution";
  let description = [{
    ```mlir
    %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x5xf32>) -> tensor<1x4x4x5xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs,
      OptionalAttr<DenseI64ArrayAttr>:$window_strides,
      OptionalAttr<ElementsAttr>:$padding,
      OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
      OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
      OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
      StableHLO_ConvDimsAttr:$dimension_numbers,
      I64Attr:$feature_group_count, I64Attr:$batch_group_count,
      OptionalAttr<ArrayAttr>:$precision_config);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    `(` $lhs `,` $rhs `)` `dim_numbers` `=` custom<ConvDims>($dimension_numbers)
    `,` `window` `=` `{` custom<Window>($window_strides, $padding, $lhs_dilation,
                                        $rhs_dilation, $window_reversal) `}`
    attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_DynamicConvOp : StableHLO_Op<"dynamic_conv", [Pure]> {
  let summary = "Convolution with computed widths of padding";
  let description = [{
    ```mlir
    %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x3xf32>, tensor<3x3x5xf32>, tensor<1x2xi64>) -> tensor<1x?x5xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs, AnyTensor:$d_padding,
      OptionalAttr<DenseI64ArrayAttr>:$window_strides,
      OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
      OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
      OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
      StableHLO_ConvDimsAttr:$dimension_numbers,
      I64Attr:$feature_group_count, I64Attr:$batch_group_count,
      OptionalAttr<ArrayAttr>:$precision_config);
  let results = (outs AnyTensor:$result);
}

def StableHLO_ReduceOp : StableHLO_Op<"reduce", [
    RecursiveMemoryEffects, SameVariadicOperandSize]> {
  let summary = "Combine the elements of some axes";
  let description = [{
    ```mlir
    %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    ```
    ```mlir
    %0 = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %1 = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyTensor>:$inputs,
      Variadic<AnyTensor>:$init_values, DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

class StableHLO_RegionOp<string mnemonic, list<Trait> traits = []>
    : StableHLO_Op<mnemonic, !listconcat([RecursiveMemoryEffects], traits)> {
  let results = (outs Variadic<AnyTensor>:$results);
}

def StableHLO_ReduceWindowOp
    : StableHLO_RegionOp<"reduce_window", [SameVariadicOperandSize]> {
  let summary = "Combine the elements of each window";
  let description = [{
    ```mlir
    %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyTensor>:$inputs,
      Variadic<AnyTensor>:$init_values, DenseI64ArrayAttr:$window_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$window_strides,
      OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
      OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
      OptionalAttr<ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$body);
}

def StableHLO_SelectAndScatterOp : StableHLO_RegionOp<"select_and_scatter"> {
  let summary = "Add each source element where its window's choice lies";
  let description = [{
    ```mlir
    %0 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$operand, AnyTensor:$source,
      AnyTensor:$init_value, OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$window_strides,
      OptionalAttr<ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
}

def StableHLO_ScatterOp : StableHLO_RegionOp<"scatter", [
    SameVariadicOperandSize]> {
  let summary = "Combine updates with elements at computed places";
  let description = [{
    ```mlir
    %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyTensor>:$inputs, AnyTensor:$scatter_indices,
      Variadic<AnyTensor>:$updates,
      StableHLO_ScatterDimsAttr:$scatter_dimension_numbers,
      OptionalAttr<BoolAttr>:$indices_are_sorted,
      OptionalAttr<BoolAttr>:$unique_indices);
  let regions = (region SizedRegion<1>:$update_computation);
}

def StableHLO_SortOp : StableHLO_RegionOp<"sort"> {
  let summary = "Sort along an axis";
  let description = [{
    ```mlir
    %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyTensor>:$inputs,
      DefaultValuedAttr<I64Attr, "-1">:$dimension,
      OptionalAttr<BoolAttr>:$is_stable);
  let regions = (region SizedRegion<1>:$comparator);
}

def StableHLO_MapOp : StableHLO_RegionOp<"map"> {
  let summary = "Apply a region to each element";
  let description = [{
    ```mlir
    %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>):
      %1 = stablehlo.negate %a : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyTensor>:$inputs,
      DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$computation);
}

class StableHLO_NormOp<string mnemonic, string meaning>
    : StableHLO_Op<mnemonic, [Pure]> {
  let summary = meaning;
}

def StableHLO_BatchNormInferenceOp : StableHLO_NormOp<
    "batch_norm_inference",
    "Normalize each feature by a given mean and variance"> {
  let description = [{
    ```mlir
    %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$operand, AnyTensor:$scale, AnyTensor:$offset,
      AnyTensor:$mean, AnyTensor:$variance, F32Attr:$epsilon,
      I64Attr:$feature_index);
  let results = (outs AnyTensor:$result);
}

def StableHLO_BatchNormTrainingOp : StableHLO_NormOp<
    "batch_norm_training",
    "Normalize each feature by its own mean and variance"> {
  let description = [{
    ```mlir
    %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
    ```
  }];
  let arguments = (ins AnyTensor:$operand, AnyTensor:$scale, AnyTensor:$offset,
      F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs AnyTensor:$output, AnyTensor:$batch_mean,
      AnyTensor:$batch_var);
}

def StableHLO_BatchNormGradOp : StableHLO_NormOp<
    "batch_norm_grad", "The gradient of normalizing each feature"> {
  let description = [{
    ```mlir
    %0:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %g) <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
    ```
  }];
  let arguments = (ins AnyTensor:$operand, AnyTensor:$scale, AnyTensor:$mean,
      AnyTensor:$variance, AnyTensor:$grad_output, F32Attr:$epsilon,
      I64Attr:$feature_index);
  let results = (outs AnyTensor:$grad_operand, AnyTensor:$grad_scale,
      AnyTensor:$grad_offset);
}

#endif // RELAX_DIALECT_STABLEHLO_IR_REDUCTIONOPS_TD
