// Activation functions of neural networks, and softmax.
#ifndef RELAX_DIALECT_RELAX_IR_ACTIVATIONOPS_TD
#define RELAX_DIALECT_RELAX_IR_ACTIVATIONOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_ActivationBase<string mnemonic, string pattern, string precision,
                           string meaning, string attributes,
                           string order = "Any", string operand = "data">
    : Relax_TensorOp<mnemonic, pattern, precision, [AlwaysSpeculatable], order> {
  let summary = meaning;
  let assemblyFormat =
      "$" # operand # " attr-dict `:` custom<UnaryTypes>(type($" # operand #
      "), type($result))";
  string example = [{
    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %0 = relax.}] # mnemonic # [{ %x}] # attributes # [{ : tensor<?x4xf32, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    ```
  }];
}

class Relax_ActivationOp<string mnemonic, string meaning,
                         string precision = "Follow", string attributes = "",
                         string operand = "x">
    : Relax_ActivationBase<mnemonic, "Elementwise", precision, meaning,
                           attributes, "Any", operand> {
  let description = [{
    Elementwise; the result has the operand's type.

  }] # example;
  let arguments = (ins Relax_FloatTensor:$x);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      types.push_back(op.getOperands().front().getType());
      return ::mlir::success();
    }
  }];
}

def Relax_ReluOp : Relax_ActivationOp<"nn.relu", "max(x, 0); NaN stays"> {
  let arguments = (ins Relax_NumberTensor:$x);
  let hasFolder = 1;
}
def Relax_GeluOp : Relax_ActivationOp<
    "nn.gelu", "x times the normal distribution function of x">;
def Relax_GeluTanhOp : Relax_ActivationOp<
    "nn.gelu_tanh", "Gelu, approximated with tanh">;
def Relax_SiluOp : Relax_ActivationOp<"nn.silu", "x * sigmoid(x)">;
def Relax_SeluOp : Relax_ActivationOp<
    "nn.selu", "Scaled exponential linear unit">;
def Relax_LeakyReluOp : Relax_ActivationOp<
    "nn.leakyrelu", "x, or alpha * x where x is negative", "Never",
    " {alpha = 0.1}", "data"> {
  let arguments = (ins Relax_FloatTensor:$data,
      DefaultValuedAttr<F64Attr, "0.01">:$alpha);
}
def Relax_SoftplusOp : Relax_ActivationOp<
    "nn.softplus", "log(1 + exp(beta * x)) / beta, x above the threshold",
    "Never", " {beta = 2.0}", "data"> {
  let arguments = (ins Relax_FloatTensor:$data,
      DefaultValuedAttr<F64Attr, "1.0">:$beta,
      DefaultValuedAttr<F64Attr, "20.0">:$threshold);
}

def Relax_PReluOp : Relax_TensorOp<"nn.prelu", "Broadcast", "Never",
                                   [AlwaysSpeculatable], "Axes"> {
  let summary = "x, or alpha * x where x is negative, with a slope a channel";
  let description = [{
    `alpha` goes along `axis`, or has one element.

    * **R1** both operands have one element type, as far as is known;
    * **R2** the axis lies in [-rank, rank);
    * **R3** `alpha` has rank 1 and length 1 or that of the axis, as far as is
      known;
    * **R4** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %a: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %0 = relax.nn.prelu %x, %a : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$data, Relax_FloatTensor:$alpha,
      Relax_DefaultAxis<1>:$axis);
}

class Relax_SoftmaxBase<string mnemonic, string meaning>
    : Relax_ActivationBase<mnemonic, "OutFusable", "Never", meaning,
                           " {axis = 1 : i64}", "Axes"> {
  let description = [{
    Along `axis`, computed without overflow.

    * **R1** the axis lies in [-rank, rank).

  }] # example;
  let arguments = (ins Relax_FloatTensor:$data, Relax_DefaultAxis<-1>:$axis);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferSoftmax(op.getData(), op.getAxis(), emitError, types);
    }
  }];
}

def Relax_SoftmaxOp : Relax_SoftmaxBase<
    "nn.softmax", "exp(x), divided by its sum along an axis">;
def Relax_LogSoftmaxOp : Relax_SoftmaxBase<
    "nn.log_softmax", "Logarithm of softmax">;

def Relax_DropoutOp : Relax_TensorOp<"nn.dropout", "Opaque", "Follow",
                                     [AlwaysSpeculatable], "Any"> {
  let summary = "Set elements to zero at random, in training";
  let description = [{
    The second result is the mask. In inference, which is all that is compiled
    so far, nothing is dropped: the first result is the operand, the mask is all
    ones.

    ```mlir
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0:2 = relax.nn.dropout %x {rate = 0.1} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
      relax.return %0#0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Relax_FloatTensor:$data,
      DefaultValuedAttr<F64Attr, "0.5">:$rate);
  let results = (outs AnyTensor:$result, AnyTensor:$mask);
}

#endif // RELAX_DIALECT_RELAX_IR_ACTIVATIONOPS_TD
