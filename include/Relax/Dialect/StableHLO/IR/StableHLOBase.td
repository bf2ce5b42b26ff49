// The stablehlo and chlo dialects as this project reads them: attributes and
// the base classes of ops.
#ifndef RELAX_DIALECT_STABLEHLO_IR_STABLEHLOBASE_TD
#define RELAX_DIALECT_STABLEHLO_IR_STABLEHLOBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def StableHLO_Dialect : Dialect {
  let name = "stablehlo";
  let summary = "The ops of StableHLO, as JAX and other frameworks write them";
  let description = [{
    A reader's dialect: it takes the text of StableHLO programs and says no more
    about them than their syntax does. `convert-stablehlo-to-relax` checks what
    it relies on and turns them into `relax` and `tir`.

    It is not the dialect of the StableHLO project and is not meant beside it in
    one process: a compiler that links that project's dialect does not register
    this one.
  }];
  let cppNamespace = "::mlir::relax::hlo";
  let dependentDialects = ["::mlir::quant::QuantDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    std::optional<ParseOpHook> getParseOperationHook(StringRef name) const override;
  }];
}

def CHLO_Dialect : Dialect {
  let name = "chlo";
  let summary = "Mathematical functions that JAX writes beside StableHLO";
  let description = [{
    A reader's dialect like `stablehlo`, of the functions that StableHLO itself
    composes of others.
  }];
  let cppNamespace = "::mlir::relax::chlo";
  let extraClassDeclaration = [{
    std::optional<ParseOpHook> getParseOperationHook(StringRef name) const override;
  }];
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class StableHLO_Enum<string name, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, "", cases> {
  let cppNamespace = "::mlir::relax::hlo";
  let genSpecializedAttr = 0;
}

class StableHLO_EnumAttr<StableHLO_Enum enum, string mnemonic, string example>
    : EnumAttr<StableHLO_Dialect, enum, mnemonic> {
  let assemblyFormat = "$value";
  let description = [{
    ```mlir
    #stablehlo<}] # mnemonic # " " # example # [{>
    ```
  }];
}

def StableHLO_Direction : StableHLO_Enum<"Direction", [
    I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
    I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
    I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def StableHLO_DirectionAttr
    : StableHLO_EnumAttr<StableHLO_Direction, "comparison_direction", "EQ">;

def StableHLO_CompareKind : StableHLO_Enum<"CompareKind", [
    I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
    I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
    I32EnumAttrCase<"UNSIGNED", 4>]>;
def StableHLO_CompareKindAttr
    : StableHLO_EnumAttr<StableHLO_CompareKind, "comparison_type", "FLOAT">;

def StableHLO_Precision : StableHLO_Enum<"Precision", [
    I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
    I32EnumAttrCase<"HIGHEST", 2>]>;
def StableHLO_PrecisionAttr
    : StableHLO_EnumAttr<StableHLO_Precision, "precision", "HIGHEST">;

def StableHLO_RngAlgorithm : StableHLO_Enum<"RngAlgorithm", [
    I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>,
    I32EnumAttrCase<"PHILOX", 2>]>;
def StableHLO_RngAlgorithmAttr
    : StableHLO_EnumAttr<StableHLO_RngAlgorithm, "rng_algorithm", "PHILOX">;

def StableHLO_RngDistribution : StableHLO_Enum<"RngDistribution", [
    I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]>;
def StableHLO_RngDistributionAttr
    : StableHLO_EnumAttr<StableHLO_RngDistribution, "rng_distribution",
                         "UNIFORM">;

def StableHLO_FftType : StableHLO_Enum<"FftType", [
    I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>,
    I32EnumAttrCase<"RFFT", 2>, I32EnumAttrCase<"IRFFT", 3>]>;
def StableHLO_FftTypeAttr
    : StableHLO_EnumAttr<StableHLO_FftType, "fft_type", "RFFT">;

def StableHLO_Transpose : StableHLO_Enum<"Transpose", [
    I32EnumAttrCase<"TRANSPOSE_INVALID", 0>,
    I32EnumAttrCase<"NO_TRANSPOSE", 1>, I32EnumAttrCase<"TRANSPOSE", 2>,
    I32EnumAttrCase<"ADJOINT", 3>]>;
def StableHLO_TransposeAttr
    : StableHLO_EnumAttr<StableHLO_Transpose, "transpose", "ADJOINT">;

class StableHLO_Attr<string name, string attrMnemonic>
    : AttrDef<StableHLO_Dialect, name> {
  let mnemonic = attrMnemonic;
}

// Which axes are meant, each list empty where it is not written.
def StableHLO_Axes
    : OptionalArrayRefParameter<"int64_t">;

def StableHLO_DotDimsAttr : StableHLO_Attr<"DotDims", "dot"> {
  let summary = "Which axes of a product are batch, and which are summed over";
  let description = [{
    ```mlir
    #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>
    ```
  }];
  let parameters = (ins
    StableHLO_Axes:$lhs_batching_dimensions,
    StableHLO_Axes:$rhs_batching_dimensions,
    StableHLO_Axes:$lhs_contracting_dimensions,
    StableHLO_Axes:$rhs_contracting_dimensions);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_GatherDimsAttr : StableHLO_Attr<"GatherDims", "gather"> {
  let summary = "Which axes a gather takes slices and indices along";
  let description = [{
    ```mlir
    #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
    ```
  }];
  let parameters = (ins
    StableHLO_Axes:$offset_dims,
    StableHLO_Axes:$collapsed_slice_dims,
    StableHLO_Axes:$operand_batching_dims,
    StableHLO_Axes:$start_indices_batching_dims,
    StableHLO_Axes:$start_index_map,
    DefaultValuedParameter<"int64_t", "0">:$index_vector_dim);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ScatterDimsAttr : StableHLO_Attr<"ScatterDims", "scatter"> {
  let summary = "Which axes a scatter writes windows and takes indices along";
  let description = [{
    ```mlir
    #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>
    ```
  }];
  let parameters = (ins
    StableHLO_Axes:$update_window_dims,
    StableHLO_Axes:$inserted_window_dims,
    StableHLO_Axes:$input_batching_dims,
    StableHLO_Axes:$scatter_indices_batching_dims,
    StableHLO_Axes:$scatter_dims_to_operand_dims,
    DefaultValuedParameter<"int64_t", "0">:$index_vector_dim);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ConvDimsAttr : StableHLO_Attr<"ConvDims", "conv"> {
  let summary = "What the axes of a convolution's tensors are";
  let description = [{
    Batch `b`, feature `f`, input and output feature `i` and `o` of the kernel;
    the others are numbers of the spatial axes.

    ```mlir
    #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>
    ```
  }];
  let parameters = (ins
    "int64_t":$input_batch_dimension,
    "int64_t":$input_feature_dimension,
    StableHLO_Axes:$input_spatial_dimensions,
    "int64_t":$kernel_input_feature_dimension,
    "int64_t":$kernel_output_feature_dimension,
    StableHLO_Axes:$kernel_spatial_dimensions,
    "int64_t":$output_batch_dimension,
    "int64_t":$output_feature_dimension,
    StableHLO_Axes:$output_spatial_dimensions);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_OutputOperandAliasAttr
    : StableHLO_Attr<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "A result of a custom call that lies where an operand is";
  let description = [{
    Read and not used: what is called gets memory of its own for results.

    ```mlir
    #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>
    ```
  }];
  let parameters = (ins
    StableHLO_Axes:$output_tuple_indices,
    DefaultValuedParameter<"int64_t", "0">:$operand_index,
    StableHLO_Axes:$operand_tuple_indices);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ChannelHandleAttr
    : StableHLO_Attr<"ChannelHandle", "channel_handle"> {
  let summary = "What the numbers of an exchange's groups count";
  let description = [{
    Replicas, where the handle is 0; else partitions, or all of both.

    ```mlir
    #stablehlo.channel_handle<handle = 1, type = 1>
    ```
  }];
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_TokenType : TypeDef<StableHLO_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "The order of effects";
  let description = [{
    ```mlir
    !stablehlo.token
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

class StableHLO_Op<string mnemonic, list<Trait> traits = []>
    : Op<StableHLO_Dialect, mnemonic, traits>;

#endif // RELAX_DIALECT_STABLEHLO_IR_STABLEHLOBASE_TD
