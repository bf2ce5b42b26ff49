// Ops that compute each element of the result by itself.
#ifndef RELAX_DIALECT_STABLEHLO_IR_ELEMENTWISEOPS_TD
#define RELAX_DIALECT_STABLEHLO_IR_ELEMENTWISEOPS_TD

include "Relax/Dialect/StableHLO/IR/StableHLOBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// One type is written where all are equal, a function type otherwise.
class StableHLO_UnaryOp<string mnemonic, string meaning, string element = "f32">
    : StableHLO_Op<mnemonic, [Pure]> {
  let summary = meaning;
  let description = [{
    ```mlir
    %0 = stablehlo.}] # mnemonic # [{ %x : tensor<4x}] # element # [{>
    ```
  }];
  let arguments = (ins AnyTensor:$operand);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` custom<SameTypes>(type($operand), type($result))
  }];
}

def StableHLO_AbsOp : StableHLO_UnaryOp<"abs", "Absolute value">;
def StableHLO_BitcastConvertOp : StableHLO_UnaryOp<
    "bitcast_convert", "The same bits as elements of another type">;
def StableHLO_CbrtOp : StableHLO_UnaryOp<"cbrt", "Cube root">;
def StableHLO_CeilOp : StableHLO_UnaryOp<"ceil", "Round up">;
def StableHLO_ConvertOp
    : StableHLO_UnaryOp<"convert", "The same numbers in another element type">;
def StableHLO_ClzOp : StableHLO_UnaryOp<
    "count_leading_zeros", "Number of leading zero bits", "i32">;
def StableHLO_CosineOp : StableHLO_UnaryOp<"cosine", "Cosine">;
def StableHLO_ExpOp : StableHLO_UnaryOp<"exponential", "e to the power of x">;
def StableHLO_Expm1Op : StableHLO_UnaryOp<
    "exponential_minus_one", "e to the power of x, minus 1">;
def StableHLO_FloorOp : StableHLO_UnaryOp<"floor", "Round down">;
def StableHLO_IsFiniteOp
    : StableHLO_UnaryOp<"is_finite", "Whether x is no infinity and no NaN"> {
  let description = [{
    ```mlir
    %0 = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
    ```
  }];
}
def StableHLO_LogOp : StableHLO_UnaryOp<"log", "Natural logarithm">;
def StableHLO_Log1pOp
    : StableHLO_UnaryOp<"log_plus_one", "Natural logarithm of 1 + x">;
def StableHLO_LogisticOp
    : StableHLO_UnaryOp<"logistic", "1 / (1 + e to the power of -x)">;
def StableHLO_NegOp : StableHLO_UnaryOp<"negate", "-x">;
def StableHLO_NotOp
    : StableHLO_UnaryOp<"not", "Not of a bool, or of each bit", "i32">;
def StableHLO_PopcntOp
    : StableHLO_UnaryOp<"popcnt", "Number of bits that are set", "i32">;
def StableHLO_RoundAfzOp : StableHLO_UnaryOp<
    "round_nearest_afz", "Round to nearest, ties away from zero">;
def StableHLO_RoundEvenOp : StableHLO_UnaryOp<
    "round_nearest_even", "Round to nearest, ties to even">;
def StableHLO_RsqrtOp : StableHLO_UnaryOp<"rsqrt", "1 / square root of x">;
def StableHLO_SignOp : StableHLO_UnaryOp<"sign", "-1, 0 or 1">;
def StableHLO_SineOp : StableHLO_UnaryOp<"sine", "Sine">;
def StableHLO_SqrtOp : StableHLO_UnaryOp<"sqrt", "Square root">;
def StableHLO_TanOp : StableHLO_UnaryOp<"tan", "Tangent">;
def StableHLO_TanhOp : StableHLO_UnaryOp<"tanh", "Hyperbolic tangent">;

class StableHLO_BinaryOp<string mnemonic, string meaning,
                         string element = "f32">
    : StableHLO_Op<mnemonic, [Pure]> {
  let summary = meaning;
  let description = [{
    ```mlir
    %0 = stablehlo.}] # mnemonic # [{ %x, %y : tensor<4x}] # element # [{>
    ```
  }];
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
    custom<SameTypes>(type($lhs), type($rhs), type($result))
  }];
}

def StableHLO_AddOp
    : StableHLO_BinaryOp<"add", "lhs + rhs; of bools whether one is true">;
def StableHLO_AndOp
    : StableHLO_BinaryOp<"and", "Both, or the bits that both have", "i32">;
def StableHLO_Atan2Op
    : StableHLO_BinaryOp<"atan2", "Angle of the point (rhs, lhs)">;
def StableHLO_DivOp : StableHLO_BinaryOp<
    "divide", "lhs / rhs; integers rounded towards zero">;
def StableHLO_MaxOp : StableHLO_BinaryOp<"maximum", "The greater one">;
def StableHLO_MinOp : StableHLO_BinaryOp<"minimum", "The smaller one">;
def StableHLO_MulOp
    : StableHLO_BinaryOp<"multiply", "lhs * rhs; of bools whether both are">;
def StableHLO_OrOp
    : StableHLO_BinaryOp<"or", "Either, or the bits that one has", "i32">;
def StableHLO_PowOp : StableHLO_BinaryOp<"power", "lhs to the power of rhs">;
def StableHLO_RemOp : StableHLO_BinaryOp<
    "remainder", "Remainder of the division, with the sign of lhs">;
def StableHLO_ShiftLeftOp
    : StableHLO_BinaryOp<"shift_left", "Bits moved up", "i32">;
def StableHLO_ShiftRightArithmeticOp : StableHLO_BinaryOp<
    "shift_right_arithmetic", "Bits moved down, the sign kept", "i32">;
def StableHLO_ShiftRightLogicalOp : StableHLO_BinaryOp<
    "shift_right_logical", "Bits moved down, zeros moved in", "i32">;
def StableHLO_SubtractOp : StableHLO_BinaryOp<"subtract", "lhs - rhs">;
def StableHLO_XorOp
    : StableHLO_BinaryOp<"xor", "One of both, or the bits of one", "i32">;

class StableHLO_PartOp<string mnemonic, string meaning>
    : StableHLO_UnaryOp<mnemonic, meaning> {
  let description = [{
    ```mlir
    %0 = stablehlo.}] # mnemonic # [{ %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    ```
  }];
}
def StableHLO_RealOp : StableHLO_PartOp<"real", "The real part">;
def StableHLO_ImagOp : StableHLO_PartOp<"imag", "The imaginary part">;

def StableHLO_ComplexOp : StableHLO_Op<"complex", [Pure]> {
  let summary = "Complex numbers of two parts";
  let description = [{
    ```mlir
    %0 = stablehlo.complex %x, %y : tensor<4xcomplex<f32>>
    ```
  }];
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
    custom<ComplexTypes>(type($lhs), type($rhs), type($result))
  }];
}

class StableHLO_FormOp<string mnemonic, string meaning, string types>
    : StableHLO_Op<mnemonic, [Pure]> {
  let summary = meaning;
  let description = [{
    ```mlir
    %0 = stablehlo.}] # mnemonic # " %x : " # types # [{
    ```
  }];
  let arguments = (ins AnyTensor:$operand);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` functional-type(operands, results)
  }];
}
def StableHLO_UniformQuantizeOp : StableHLO_FormOp<
    "uniform_quantize", "Floats, or integers on another scale, as integers",
    "(tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>">;
def StableHLO_UniformDequantizeOp : StableHLO_FormOp<
    "uniform_dequantize", "The floats that quantized integers stand for",
    "(tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<4xf32>">;

def StableHLO_ClampOp : StableHLO_Op<"clamp", [Pure]> {
  let summary = "The nearest number between two others";
  let description = [{
    ```mlir
    %0 = stablehlo.clamp %low, %x, %high : tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$min, AnyTensor:$operand, AnyTensor:$max);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:`
    custom<SameTypes>(type($min), type($operand), type($max), type($result))
  }];
}

def StableHLO_SelectOp : StableHLO_Op<"select", [Pure]> {
  let summary = "One of two values where a condition holds, else the other";
  let description = [{
    ```mlir
    %0 = stablehlo.select %c, %x, %y : tensor<4xi1>, tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$pred, AnyTensor:$on_true,
      AnyTensor:$on_false);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict `:`
    custom<SelectTypes>(type($pred), type($on_true), type($on_false),
                        type($result))
  }];
}

def StableHLO_CompareOp : StableHLO_Op<"compare", [Pure]> {
  let summary = "Compare elements";
  let description = [{
    ```mlir
    %0 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    ```
  }];
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs,
      StableHLO_DirectionAttr:$comparison_direction,
      OptionalAttr<StableHLO_CompareKindAttr>:$compare_type);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def StableHLO_ReducePrecisionOp : StableHLO_Op<"reduce_precision", [Pure]> {
  let summary = "Round to a format of fewer bits";
  let description = [{
    ```mlir
    %0 = stablehlo.reduce_precision %x, format = e8m7 : tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$operand, I32Attr:$exponent_bits,
      I32Attr:$mantissa_bits);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` `format` `=`
    custom<FloatFormat>($exponent_bits, $mantissa_bits) attr-dict `:`
    custom<SameTypes>(type($operand), type($result))
  }];
}

#endif // RELAX_DIALECT_STABLEHLO_IR_ELEMENTWISEOPS_TD
