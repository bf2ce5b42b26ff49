// Pooling: the greatest or the mean element under a moving window.
#ifndef RELAX_DIALECT_RELAX_IR_POOLINGOPS_TD
#define RELAX_DIALECT_RELAX_IR_POOLINGOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_PoolOp<string mnemonic, string spatial, string meaning,
                   string padMeaning, string example>
    : Relax_TensorOp<mnemonic, "OutFusable", "Follow", [AlwaysSpeculatable],
                     "Named"> {
  let summary = meaning;
  let description = [{
    `pool_size`, `strides`, `dilation` (1 if absent) and `padding` (0 if absent;
    first before each axis, then after each) go axis by axis. }] # padMeaning # [{
    With `ceil_mode` a last window may reach beyond the padded operand; one that
    would begin in the padding behind is left out. Layouts are as in `relax.nn.conv2d`.

    * **R1** `pool_size`, `strides`, `dilation` and `padding` have one entry an
      axis (padding two); all are at least 1, padding at least 0;
    * **R2** the layouts are well formed and name the right axes;
    * **R3** the operand has the rank of its layout, as far as is known;
    * **R4** the window fits the padded operand.

    ```mlir
  }] # example # "    ```\n  ";
  let arguments = (ins Relax_NumberTensor:$data, DenseI64ArrayAttr:$pool_size,
      Relax_AxesAttr:$strides, Relax_AxesAttr:$dilation, Relax_AxesAttr:$padding,
      Relax_False:$ceil_mode, Relax_False:$count_include_pad,
      Relax_DefaultString<"NC" # spatial>:$layout,
      Relax_DefaultString<"">:$out_layout);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferPool(op, "}] # spatial # [{", emitError, types);
    }
  }];
}

class Relax_MaxPoolOp<string mnemonic, string spatial, string axes,
                      string example>
    : Relax_PoolOp<mnemonic, spatial, "Saturate element under a window along " # axes,
                   "Padding does not count.", example>;
class Relax_AvgPoolOp<string mnemonic, string spatial, string axes,
                      string example>
    : Relax_PoolOp<mnemonic, spatial, "Mean under a window along " # axes,
                   "Padding counts, as zeros, with `count_include_pad`.", example>;

def Relax_MaxPool1dOp : Relax_MaxPoolOp<"nn.max_pool1d", "W", "one axis", [{
    relax.func @main(%x: tensor<1x4x8xf32>) -> tensor<1x4x4xf32> {
      %0 = relax.nn.max_pool1d %x {pool_size = array<i64: 2>, strides = array<i64: 2>} : (tensor<1x4x8xf32>) -> tensor<1x4x4xf32>
      relax.return %0 : tensor<1x4x4xf32>
    }
}]>;
def Relax_MaxPool2dOp : Relax_MaxPoolOp<"nn.max_pool2d", "HW", "two axes", [{
    relax.func @main(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32> {
      %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
      relax.return %0 : tensor<1x4x4x4xf32>
    }
}]>;
def Relax_MaxPool3dOp : Relax_MaxPoolOp<"nn.max_pool3d", "DHW", "three axes", [{
    relax.func @main(%x: tensor<1x4x8x8x8xf32>) -> tensor<1x4x7x7x7xf32> {
      %0 = relax.nn.max_pool3d %x {pool_size = array<i64: 2, 2, 2>} : (tensor<1x4x8x8x8xf32>) -> tensor<1x4x7x7x7xf32>
      relax.return %0 : tensor<1x4x7x7x7xf32>
    }
}]>;
def Relax_AvgPool1dOp : Relax_AvgPoolOp<"nn.avg_pool1d", "W", "one axis", [{
    relax.func @main(%x: tensor<1x4x8xf32>) -> tensor<1x4x4xf32> {
      %0 = relax.nn.avg_pool1d %x {pool_size = array<i64: 2>, strides = array<i64: 2>} : (tensor<1x4x8xf32>) -> tensor<1x4x4xf32>
      relax.return %0 : tensor<1x4x4xf32>
    }
}]>;
def Relax_AvgPool2dOp : Relax_AvgPoolOp<"nn.avg_pool2d", "HW", "two axes", [{
    relax.func @main(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32> {
      %0 = relax.nn.avg_pool2d %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
      relax.return %0 : tensor<1x4x4x4xf32>
    }
}]>;
def Relax_AvgPool3dOp : Relax_AvgPoolOp<"nn.avg_pool3d", "DHW", "three axes", [{
    relax.func @main(%x: tensor<1x4x8x8x8xf32>) -> tensor<1x4x7x7x7xf32> {
      %0 = relax.nn.avg_pool3d %x {pool_size = array<i64: 2, 2, 2>} : (tensor<1x4x8x8x8xf32>) -> tensor<1x4x7x7x7xf32>
      relax.return %0 : tensor<1x4x7x7x7xf32>
    }
}]>;

class Relax_AdaptivePoolOp<string mnemonic, string spatial, string meaning,
                           string example>
    : Relax_TensorOp<mnemonic, "Reduction", "Follow", [AlwaysSpeculatable],
                     "Named"> {
  let summary = meaning;
  let description = [{
    Along an axis of size `s` output element `i` of `o` is the mean of the
    elements from `floor(i * s / o)` up to and without `ceil((i + 1) * s / o)`.
    Without `output_size` the sizes stay. Layouts are as in `relax.nn.conv2d`.

    * **R1** `output_size` has one entry an axis, at least 1;
    * **R2** the layouts are well formed and name the right axes;
    * **R3** the operand has the rank of its layout, as far as is known.

    ```mlir
  }] # example # "    ```\n  ";
  let arguments = (ins Relax_NumberTensor:$data, Relax_AxesAttr:$output_size,
      Relax_DefaultString<"NC" # spatial>:$layout,
      Relax_DefaultString<"">:$out_layout);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferAdaptivePool(op, "}] # spatial # [{", emitError, types);
    }
  }];
}

def Relax_AdaptiveAvgPool1dOp : Relax_AdaptivePoolOp<
    "nn.adaptive_avg_pool1d", "W", "Means over equal parts of one axis", [{
    relax.func @main(%x: tensor<1x4x8xf32>) -> tensor<1x4x3xf32> {
      %0 = relax.nn.adaptive_avg_pool1d %x {output_size = array<i64: 3>} : (tensor<1x4x8xf32>) -> tensor<1x4x3xf32>
      relax.return %0 : tensor<1x4x3xf32>
    }
}]>;
def Relax_AdaptiveAvgPool2dOp : Relax_AdaptivePoolOp<
    "nn.adaptive_avg_pool2d", "HW", "Means over equal parts of two axes", [{
    relax.func @main(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x1x1xf32> {
      %0 = relax.nn.adaptive_avg_pool2d %x {output_size = array<i64: 1, 1>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x1x1xf32>
      relax.return %0 : tensor<1x4x1x1xf32>
    }
}]>;
def Relax_AdaptiveAvgPool3dOp : Relax_AdaptivePoolOp<
    "nn.adaptive_avg_pool3d", "DHW", "Means over equal parts of three axes", [{
    relax.func @main(%x: tensor<1x4x8x8x8xf32>) -> tensor<1x4x2x2x2xf32> {
      %0 = relax.nn.adaptive_avg_pool3d %x {output_size = array<i64: 2, 2, 2>} : (tensor<1x4x8x8x8xf32>) -> tensor<1x4x2x2x2xf32>
      relax.return %0 : tensor<1x4x2x2x2xf32>
    }
}]>;

#endif // RELAX_DIALECT_RELAX_IR_POOLINGOPS_TD
