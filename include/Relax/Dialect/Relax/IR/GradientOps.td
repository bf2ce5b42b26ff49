// Ops that derivatives are made of, and marks that steer their making.
#ifndef RELAX_DIALECT_RELAX_IR_GRADIENTOPS_TD
#define RELAX_DIALECT_RELAX_IR_GRADIENTOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_GradientMarkOp<string mnemonic, string meaning>
    : Relax_TensorOp<"grad." # mnemonic, "Opaque", "Never",
                     [AlwaysSpeculatable]> {
  let summary = meaning;
  let description = [{
    The result is the operand; the making of derivatives takes the mark away.

    ```mlir
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.grad.}] # mnemonic # [{ %x : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$x);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      types.push_back(op.getX().getType());
      return ::mlir::success();
    }
  }];
}
def Relax_NoGradOp : Relax_GradientMarkOp<
    "no_grad", "No derivative goes through here">;
def Relax_StartCheckpointOp : Relax_GradientMarkOp<
    "start_checkpoint", "From here on values are computed anew, not kept">;
def Relax_EndCheckpointOp : Relax_GradientMarkOp<
    "end_checkpoint", "From here on values are kept again">;

// The derivative with respect to an operand, whose type it has.
class Relax_BackwardOp<string mnemonic, string meaning>
    : Relax_TensorOp<"grad." # mnemonic, "Opaque", "Never",
                     [AlwaysSpeculatable]> {
  let summary = meaning;
}

class Relax_PoolBackwardOp<string mnemonic, string meaning>
    : Relax_BackwardOp<mnemonic, meaning> {
  let description = [{
    Attributes as in the pooling op.

    * **R1** both operands have one element type, as far as is known;
    * **R2** placed operands are on one device;
    * **R3** `pool_size`, `strides`, `dilation` and `padding` have one entry an
      axis (padding two); all are at least 1, padding at least 0;
    * **R4** the layouts are well formed and name the right axes;
    * **R5** the data has the rank of its layout, as far as is known;
    * **R6** the window fits the padded data;
    * **R7** the gradient has the shape that the pooling gives, as far as is
      known.

    ```mlir
    relax.func @main(%g: tensor<1x4x4x4xf32>, %x: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
      %0 = relax.grad.}] # mnemonic # [{ %g, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x4x4xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
      relax.return %0 : tensor<1x4x8x8xf32>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$output_grad, Relax_FloatTensor:$data,
      DenseI64ArrayAttr:$pool_size, Relax_AxesAttr:$strides,
      Relax_AxesAttr:$dilation, Relax_AxesAttr:$padding, Relax_False:$ceil_mode,
      Relax_False:$count_include_pad, Relax_DefaultString<"NCHW">:$layout,
      Relax_DefaultString<"">:$out_layout);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferPoolBackward(op, emitError, types);
    }
  }];
}
def Relax_MaxPool2dBackwardOp : Relax_PoolBackwardOp<
    "max_pool2d_backward", "Derivative of relax.nn.max_pool2d">;
def Relax_AvgPool2dBackwardOp : Relax_PoolBackwardOp<
    "avg_pool2d_backward", "Derivative of relax.nn.avg_pool2d">;

def Relax_NLLLossBackwardOp : Relax_BackwardOp<
    "nll_loss_backward", "Derivative of relax.nn.nll_loss by the predictions"> {
  let description = [{
    * **R1** gradient and predictions have one element type, as far as is known;
    * **R2** placed operands are on one device;
    * **R3** predictions have rank 1 or more, as far as is known;
    * **R4** targets have the predictions' shape without the classes, as far as is
      known;
    * **R5** weights have rank 1 and an entry a class, as far as is known;
    * **R6** the gradient has the shape of the loss, as far as is known.

    ```mlir
    relax.func @main(%g: tensor<f32>, %x: tensor<3x4xf32>, %t: tensor<3xi64>) -> tensor<3x4xf32> {
      %0 = relax.grad.nll_loss_backward %g, %x, %t : (tensor<f32>, tensor<3x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
      relax.return %0 : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$output_grad,
      Relax_FloatTensor:$predictions, Relax_IntegerTensor:$targets,
      Optional<Relax_FloatTensor>:$weights,
      Relax_DefaultString<"mean", Relax_OneOf<["none", "mean", "sum"]>>:$reduction,
      DefaultValuedAttr<I64Attr, "-100">:$ignore_index);
}

def Relax_TakeBackwardOp : Relax_BackwardOp<
    "take_backward", "Derivative of relax.take by the tensor"> {
  let description = [{
    * **R1** gradient and tensor have one element type, as far as is known;
    * **R2** placed operands are on one device;
    * **R3** the axis lies in [-rank, rank), and is given unless the rank is 1;
    * **R4** the gradient has the shape that `relax.take` gives, as far as is
      known.

    ```mlir
    relax.func @main(%g: tensor<2x4xf32>, %x: tensor<3x4xf32>, %i: tensor<2xi64>) -> tensor<3x4xf32> {
      %0 = relax.grad.take_backward %g, %x, %i {axis = 0 : i64} : (tensor<2x4xf32>, tensor<3x4xf32>, tensor<2xi64>) -> tensor<3x4xf32>
      relax.return %0 : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$output_grad, Relax_FloatTensor:$x,
      Relax_IntegerTensor:$indices, Relax_AxisAttr:$axis,
      Relax_DefaultString<"fast",
          Relax_OneOf<["fast", "clip", "wrap", "nan"]>>:$mode);
}

#endif // RELAX_DIALECT_RELAX_IR_GRADIENTOPS_TD
