// The functions of the chlo dialect.
#ifndef RELAX_DIALECT_STABLEHLO_IR_CHLOOPS_TD
#define RELAX_DIALECT_STABLEHLO_IR_CHLOOPS_TD

include "Relax/Dialect/StableHLO/IR/StableHLOBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class CHLO_UnaryOp<string mnemonic, string meaning>
    : Op<CHLO_Dialect, mnemonic, [Pure]> {
  let summary = meaning;
  let description = [{
    ```mlir
    %0 = chlo.}] # mnemonic # [{ %x : tensor<4xf32> -> tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$operand);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` type($operand) `->` type($result)
  }];
}

def CHLO_AcosOp : CHLO_UnaryOp<"acos", "Arc cosine">;
def CHLO_AcoshOp : CHLO_UnaryOp<"acosh", "Inverse hyperbolic cosine">;
def CHLO_AsinOp : CHLO_UnaryOp<"asin", "Arc sine">;
def CHLO_AsinhOp : CHLO_UnaryOp<"asinh", "Inverse hyperbolic sine">;
def CHLO_AtanOp : CHLO_UnaryOp<"atan", "Arc tangent">;
def CHLO_AtanhOp : CHLO_UnaryOp<"atanh", "Inverse hyperbolic tangent">;
def CHLO_CoshOp : CHLO_UnaryOp<"cosh", "Hyperbolic cosine">;
def CHLO_DigammaOp
    : CHLO_UnaryOp<"digamma", "Derivative of the logarithm of the gamma function">;
def CHLO_ErfOp : CHLO_UnaryOp<"erf", "Error function">;
def CHLO_ErfcOp : CHLO_UnaryOp<"erfc", "1 minus the error function">;
def CHLO_ErfInvOp : CHLO_UnaryOp<"erf_inv", "Inverse of the error function">;
def CHLO_IsInfOp : CHLO_UnaryOp<"is_inf", "Whether x is an infinity"> {
  let description = [{
    ```mlir
    %0 = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
    ```
  }];
}
def CHLO_LgammaOp
    : CHLO_UnaryOp<"lgamma", "Logarithm of the size of the gamma function">;
def CHLO_SinhOp : CHLO_UnaryOp<"sinh", "Hyperbolic sine">;
def CHLO_SquareOp : CHLO_UnaryOp<"square", "x * x">;
def CHLO_TanOp : CHLO_UnaryOp<"tan", "Tangent">;

def CHLO_TopKOp : Op<CHLO_Dialect, "top_k", [Pure]> {
  let summary = "The greatest elements of the last axis, and their places";
  let description = [{
    ```mlir
    %0, %1 = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
    ```
  }];
  let arguments = (ins AnyTensor:$operand, I64Attr:$k);
  let results = (outs AnyTensor:$values, AnyTensor:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` custom<Number>($k) `)` attr-dict `:` type($operand)
    `->` `(` type($values) `,` type($indices) `)`
  }];
}

#endif // RELAX_DIALECT_STABLEHLO_IR_CHLOOPS_TD
