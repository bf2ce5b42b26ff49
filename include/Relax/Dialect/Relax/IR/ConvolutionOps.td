// Convolutions and transposed convolutions over one, two or three axes.
#ifndef RELAX_DIALECT_RELAX_IR_CONVOLUTIONOPS_TD
#define RELAX_DIALECT_RELAX_IR_CONVOLUTIONOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

// The attributes that stand for "1 (or 0) along each axis" may be absent.
class Relax_ConvolutionBase<string mnemonic, string example>
    : Relax_TensorOp<mnemonic, "OutFusable", "Always", [AlwaysSpeculatable],
                     "Named"> {
  code rules = [{
    `strides`, `dilation` (1 if absent) and `padding` (0 if absent; first before
    each axis, then after each) go axis by axis. A layout names the axes by
    letters: N batch, C channels, O and I output and input channels of the
    kernel, D H W the window's axes; `NCHW4c` splits blocks of 4 channels off.
    The result has `out_layout`, or `data_layout` if that is empty. Elements are
    accumulated in `out_dtype`, if it is given.

    * **R1** both operands have one element type, as far as is known, unless
      `out_dtype` is given;
    * **R2** `strides`, `dilation` and `padding` have one entry an axis (padding
      two); strides and dilation are at least 1, padding at least 0;
    * **R3** the layouts are well formed and name the right axes;
    * **R4** the operands have the ranks of their layouts, as far as is known;
    * **R5** groups and channels agree, as far as is known;
    * **R6** the window fits the padded operand;
    * **R7** placed operands are on one device.
  }];
}

class Relax_ConvOp<string mnemonic, string spatial, string meaning,
                   string example>
    : Relax_ConvolutionBase<mnemonic, example> {
  let summary = meaning;
  let description = rules # "\n    ```mlir\n" # example # "    ```\n  ";
  let arguments = (ins Relax_NumberTensor:$data, Relax_NumberTensor:$weight,
      Relax_AxesAttr:$strides, Relax_AxesAttr:$padding, Relax_AxesAttr:$dilation,
      DefaultValuedAttr<ConfinedAttr<I64Attr, [IntPositive]>, "1">:$groups,
      Relax_DefaultString<"NC" # spatial>:$data_layout,
      Relax_DefaultString<"OI" # spatial>:$kernel_layout,
      Relax_DefaultString<"">:$out_layout, Relax_DtypeAttr:$out_dtype);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferConvolution(op, "}] # spatial # [{", emitError, types);
    }
  }];
}

def Relax_Conv1dOp : Relax_ConvOp<
    "nn.conv1d", "W", "Convolution along one axis", [{
    relax.func @main(%x: tensor<1x4x16xf32>, %w: tensor<8x4x3xf32>) -> tensor<1x8x16xf32> {
      %0 = relax.nn.conv1d %x, %w {padding = array<i64: 1, 1>} : (tensor<1x4x16xf32>, tensor<8x4x3xf32>) -> tensor<1x8x16xf32>
      relax.return %0 : tensor<1x8x16xf32>
    }
}]>;
def Relax_Conv2dOp : Relax_ConvOp<
    "nn.conv2d", "HW", "Convolution along two axes", [{
    relax.func @main(%x: tensor<?x4x16x16xf32, #relax.dims<[n, 4, 16, 16]>>, %w: tensor<8x4x3x3xf32>) -> tensor<?x8x8x8xf32, #relax.dims<[n, 8, 8, 8]>> {
      %0 = relax.nn.conv2d %x, %w {strides = array<i64: 2, 2>, padding = array<i64: 1, 1, 1, 1>} : (tensor<?x4x16x16xf32, #relax.dims<[n, 4, 16, 16]>>, tensor<8x4x3x3xf32>) -> tensor<?x8x8x8xf32, #relax.dims<[n, 8, 8, 8]>>
      relax.return %0 : tensor<?x8x8x8xf32, #relax.dims<[n, 8, 8, 8]>>
    }
}]>;
def Relax_Conv3dOp : Relax_ConvOp<
    "nn.conv3d", "DHW", "Convolution along three axes", [{
    relax.func @main(%x: tensor<1x4x8x8x8xf32>, %w: tensor<8x4x1x3x3xf32>) -> tensor<1x8x8x6x6xf32> {
      %0 = relax.nn.conv3d %x, %w : (tensor<1x4x8x8x8xf32>, tensor<8x4x1x3x3xf32>) -> tensor<1x8x8x6x6xf32>
      relax.return %0 : tensor<1x8x8x6x6xf32>
    }
}]>;

class Relax_ConvTransposeOp<string mnemonic, string spatial, string meaning,
                            string example>
    : Relax_ConvolutionBase<mnemonic, example> {
  let summary = meaning;
  let description = rules # [{
    * **R8** `output_padding` has one entry an axis, at least 0 and less than the
      stride or the dilation.

    ```mlir
  }] # example # "    ```\n  ";
  let arguments = (ins Relax_NumberTensor:$data, Relax_NumberTensor:$weight,
      Relax_AxesAttr:$strides, Relax_AxesAttr:$padding,
      Relax_AxesAttr:$output_padding, Relax_AxesAttr:$dilation,
      DefaultValuedAttr<ConfinedAttr<I64Attr, [IntPositive]>, "1">:$groups,
      Relax_DefaultString<"NC" # spatial>:$data_layout,
      Relax_DefaultString<"IO" # spatial>:$kernel_layout,
      Relax_DefaultString<"">:$out_layout, Relax_DtypeAttr:$out_dtype);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferConvTranspose(op, "}] # spatial # [{", emitError, types);
    }
  }];
}

def Relax_Conv1dTransposeOp : Relax_ConvTransposeOp<
    "nn.conv1d_transpose", "W", "Transposed convolution along one axis", [{
    relax.func @main(%x: tensor<1x4x8xf32>, %w: tensor<4x8x2xf32>) -> tensor<1x8x16xf32> {
      %0 = relax.nn.conv1d_transpose %x, %w {strides = array<i64: 2>} : (tensor<1x4x8xf32>, tensor<4x8x2xf32>) -> tensor<1x8x16xf32>
      relax.return %0 : tensor<1x8x16xf32>
    }
}]>;
def Relax_Conv2dTransposeOp : Relax_ConvTransposeOp<
    "nn.conv2d_transpose", "HW", "Transposed convolution along two axes", [{
    relax.func @main(%x: tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, %w: tensor<4x8x2x2xf32>) -> tensor<?x8x16x16xf32, #relax.dims<[n, 8, 16, 16]>> {
      %0 = relax.nn.conv2d_transpose %x, %w {strides = array<i64: 2, 2>} : (tensor<?x4x8x8xf32, #relax.dims<[n, 4, 8, 8]>>, tensor<4x8x2x2xf32>) -> tensor<?x8x16x16xf32, #relax.dims<[n, 8, 16, 16]>>
      relax.return %0 : tensor<?x8x16x16xf32, #relax.dims<[n, 8, 16, 16]>>
    }
}]>;
def Relax_Conv3dTransposeOp : Relax_ConvTransposeOp<
    "nn.conv3d_transpose", "DHW", "Transposed convolution along three axes", [{
    relax.func @main(%x: tensor<1x4x2x8x8xf32>, %w: tensor<4x8x1x2x2xf32>) -> tensor<1x8x2x9x9xf32> {
      %0 = relax.nn.conv3d_transpose %x, %w : (tensor<1x4x2x8x8xf32>, tensor<4x8x1x2x2xf32>) -> tensor<1x8x2x9x9xf32>
      relax.return %0 : tensor<1x8x2x9x9xf32>
    }
}]>;

#endif // RELAX_DIALECT_RELAX_IR_CONVOLUTIONOPS_TD
