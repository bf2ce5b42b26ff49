// Ops that map each element of one tensor.
#ifndef RELAX_DIALECT_RELAX_IR_UNARYOPS_TD
#define RELAX_DIALECT_RELAX_IR_UNARYOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_UnaryOp<string mnemonic, string meaning, Type operand,
                    string element = "f32", string precision = "Follow">
    : Relax_TensorOp<mnemonic, "Elementwise", precision, [AlwaysSpeculatable]> {
  let summary = meaning;
  let description = [{
    Elementwise; the result has the operand's type.

    ```mlir
    relax.func @main(%x: tensor<?x4x}] # element # [{, #relax.dims<[n, 4]>>) -> tensor<?x4x}] # element # [{, #relax.dims<[n, 4]>> {
      %0 = relax.}] # mnemonic # [{ %x : tensor<?x4x}] # element # [{, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4x}] # element # [{, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins operand:$x);
  let assemblyFormat =
      "$x attr-dict `:` custom<UnaryTypes>(type($x), type($result))";
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      types.push_back(op.getX().getType());
      return ::mlir::success();
    }
  }];
}

class Relax_FloatUnaryOp<string mnemonic, string meaning>
    : Relax_UnaryOp<mnemonic, meaning, Relax_FloatTensor>;

def Relax_AcosOp : Relax_FloatUnaryOp<"acos", "Arc cosine">;
def Relax_AcoshOp : Relax_FloatUnaryOp<"acosh", "Inverse hyperbolic cosine">;
def Relax_AsinOp : Relax_FloatUnaryOp<"asin", "Arc sine">;
def Relax_AsinhOp : Relax_FloatUnaryOp<"asinh", "Inverse hyperbolic sine">;
def Relax_AtanOp : Relax_FloatUnaryOp<"atan", "Arc tangent">;
def Relax_AtanhOp : Relax_FloatUnaryOp<"atanh", "Inverse hyperbolic tangent">;
def Relax_CosOp : Relax_FloatUnaryOp<"cos", "Cosine">;
def Relax_CoshOp : Relax_FloatUnaryOp<"cosh", "Hyperbolic cosine">;
def Relax_ErfOp : Relax_FloatUnaryOp<"erf", "Error function">;
def Relax_ExpOp : Relax_FloatUnaryOp<"exp", "Natural exponential">;
def Relax_LogOp : Relax_FloatUnaryOp<"log", "Natural logarithm">;
def Relax_RsqrtOp : Relax_FloatUnaryOp<"rsqrt", "One over the square root">;
def Relax_SigmoidOp : Relax_FloatUnaryOp<"sigmoid", "1 / (1 + exp(-x))">;
def Relax_SinOp : Relax_FloatUnaryOp<"sin", "Sine">;
def Relax_SinhOp : Relax_FloatUnaryOp<"sinh", "Hyperbolic sine">;
def Relax_SqrtOp : Relax_FloatUnaryOp<"sqrt", "Square root">;
def Relax_TanOp : Relax_FloatUnaryOp<"tan", "Tangent">;
def Relax_TanhOp : Relax_FloatUnaryOp<"tanh", "Hyperbolic tangent">;

class Relax_NumberUnaryOp<string mnemonic, string meaning>
    : Relax_UnaryOp<mnemonic, meaning, Relax_NumberTensor>;

def Relax_SquareOp : Relax_NumberUnaryOp<"square", "x * x">;

// Twice is the same as once.
class Relax_IdempotentOp<string mnemonic, string meaning>
    : Relax_NumberUnaryOp<mnemonic, meaning> {
  let hasFolder = 1;
}

def Relax_AbsOp : Relax_IdempotentOp<"abs", "Absolute value">;
def Relax_SignOp : Relax_IdempotentOp<"sign", "-1, 0 or 1 by sign; NaN stays">;

// On integers nothing happens.
class Relax_RoundingOp<string mnemonic, string meaning>
    : Relax_IdempotentOp<mnemonic, meaning>;

def Relax_CeilOp : Relax_RoundingOp<"ceil", "Round up">;
def Relax_FloorOp : Relax_RoundingOp<"floor", "Round down">;
def Relax_RoundOp : Relax_RoundingOp<"round", "Round to nearest, ties to even">;
def Relax_TruncOp : Relax_RoundingOp<"trunc", "Round towards zero">;

// Twice is nothing.
class Relax_InvolutionOp<string mnemonic, string meaning, Type operand,
                         string element>
    : Relax_UnaryOp<mnemonic, meaning, operand, element> {
  let hasFolder = 1;
}

def Relax_NegativeOp : Relax_InvolutionOp<
    "negative", "Minus x", Relax_NumberTensor, "f32">;
def Relax_BitwiseNotOp : Relax_InvolutionOp<
    "bitwise_not", "All bits flipped", Relax_BitTensor, "i32">;
def Relax_LogicalNotOp : Relax_InvolutionOp<
    "logical_not", "True where x is false", Relax_BoolTensor, "i1">;

class Relax_ClassifyOp<string mnemonic, string meaning>
    : Relax_TensorOp<mnemonic, "Elementwise", "Follow",
                     [AlwaysSpeculatable]> {
  let summary = meaning;
  let description = [{
    Elementwise; the result has elements `i1`. Integers are always finite.

    ```mlir
    relax.func @main(%x: tensor<2xf32>) -> tensor<2xi1> {
      %0 = relax.}] # mnemonic # [{ %x : (tensor<2xf32>) -> tensor<2xi1>
      relax.return %0 : tensor<2xi1>
    }
    ```
  }];
  let arguments = (ins Relax_NumberTensor:$x);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return inferClassification(op.getX(), emitError, types);
    }
  }];
}

def Relax_IsFiniteOp : Relax_ClassifyOp<"isfinite", "Neither infinite nor NaN">;
def Relax_IsInfOp : Relax_ClassifyOp<"isinf", "Plus or minus infinity">;
def Relax_IsNanOp : Relax_ClassifyOp<"isnan", "Not a number">;

def Relax_ClipOp : Relax_UnaryOp<
    "clip", "Kept within a lowest and a highest value", Relax_NumberTensor,
    "f32", "Never"> {
  let description = [{
    `minimum(maximum(x, min), max)`; NaN stays NaN. The bounds are converted to
    the element type.

    * **R1** neither bound is NaN, and integer elements have integer bounds.

    ```mlir
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.clip %x {min = 0.0, max = 6.0} : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Relax_NumberTensor:$x, Relax_NumberAttr:$min,
      Relax_NumberAttr:$max);
  let extraClassDefinition = "";
  let hasFolder = 1;
}

#endif // RELAX_DIALECT_RELAX_IR_UNARYOPS_TD
