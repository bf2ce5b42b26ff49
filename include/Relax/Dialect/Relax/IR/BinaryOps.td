// Ops that combine two or three tensors element by element, with broadcast.
#ifndef RELAX_DIALECT_RELAX_IR_BINARYOPS_TD
#define RELAX_DIALECT_RELAX_IR_BINARYOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"

class Relax_BinaryOp<string mnemonic, string meaning, Type operand,
                     string rule, string element, string resultElement,
                     list<Trait> traits>
    : Relax_TensorOp<mnemonic, "Broadcast", "Follow", traits, "Any"> {
  let summary = meaning;
  let description = [{
    Elementwise with broadcast: shapes are aligned at the right, and a dimension
    that is literally 1 takes the other side's size.

    * **R1** both operands have one element type, as far as is known;
    * **R2** no two aligned dimensions are provably unequal, unless one is 1;
    * **R3** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<?x4x}] # element # [{, #relax.dims<[n, 4]>>, %y: tensor<4x}] # element # [{>) -> tensor<?x4x}] # resultElement # [{, #relax.dims<[n, 4]>> {
      %0 = relax.}] # mnemonic # [{ %x, %y : (tensor<?x4x}] # element # [{, #relax.dims<[n, 4]>>, tensor<4x}] # element # [{>) -> tensor<?x4x}] # resultElement # [{, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4x}] # resultElement # [{, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins operand:$x1, operand:$x2);
  let assemblyFormat =
      "$x1 `,` $x2 attr-dict `:` "
      "custom<BinaryTypes>(type($x1), type($x2), type($result))";
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferTypes(
        Adaptor op, ::mlir::relax::EmitError emitError,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return infer}] # rule # [{(op.getOperands(), emitError, types);
    }
  }];
}

// Numbers in, the same kind of numbers out.
class Relax_ArithmeticOp<string mnemonic, string meaning,
                         Type operand = Relax_NumberTensor,
                         string element = "f32",
                         list<Trait> traits = [AlwaysSpeculatable]>
    : Relax_BinaryOp<mnemonic, meaning, operand, "Arithmetic", element, element,
                     traits>;

class Relax_CommutativeOp<string mnemonic, string meaning,
                          Type operand = Relax_NumberTensor,
                          string element = "f32">
    : Relax_ArithmeticOp<mnemonic, meaning, operand, element,
                         [AlwaysSpeculatable, Commutative]>;

def Relax_AddOp : Relax_CommutativeOp<"add", "x1 + x2"> { let hasFolder = 1; }
def Relax_SubtractOp : Relax_ArithmeticOp<"subtract", "x1 - x2"> {
  let hasFolder = 1;
}
def Relax_MultiplyOp : Relax_CommutativeOp<"multiply", "x1 * x2"> {
  let hasFolder = 1;
}
def Relax_PowerOp : Relax_ArithmeticOp<"power", "x1 to the power of x2"> {
  let hasCanonicalizeMethod = 1;
  let hasFolder = 1;
}
def Relax_Atan2Op : Relax_ArithmeticOp<
    "atan2", "Angle of the point (x2, x1)", Relax_FloatTensor>;
def Relax_LogAddExpOp : Relax_CommutativeOp<
    "log_add_exp", "log(exp(x1) + exp(x2)), without overflow", Relax_FloatTensor>;
def Relax_MaximumOp : Relax_CommutativeOp<
    "maximum", "The greater one; NaN if one is", Relax_NumberOrBoolTensor> {
  let hasFolder = 1;
}
def Relax_MinimumOp : Relax_CommutativeOp<
    "minimum", "The lesser one; NaN if one is", Relax_NumberOrBoolTensor> {
  let hasFolder = 1;
}

// An integer divisor may be zero, so these are not run ahead of their place.
class Relax_DivisionOp<string mnemonic, string meaning>
    : Relax_ArithmeticOp<mnemonic, meaning, Relax_NumberTensor, "f32", []>;

def Relax_DivideOp : Relax_DivisionOp<
    "divide", "x1 / x2; integers towards zero"> {
  let hasFolder = 1;
}
def Relax_FloorDivideOp : Relax_DivisionOp<"floor_divide", "x1 / x2, rounded down">;
def Relax_FloorModOp : Relax_DivisionOp<
    "floor_mod", "Remainder with the sign of x2">;
def Relax_ModOp : Relax_DivisionOp<"mod", "Remainder with the sign of x1">;

class Relax_BitwiseOp<string mnemonic, string meaning>
    : Relax_CommutativeOp<mnemonic, meaning, Relax_BitTensor, "i32">;

def Relax_BitwiseAndOp : Relax_BitwiseOp<"bitwise_and", "Bits that both have"> {
  let hasFolder = 1;
}
def Relax_BitwiseOrOp : Relax_BitwiseOp<"bitwise_or", "Bits that one has"> {
  let hasFolder = 1;
}
def Relax_BitwiseXorOp : Relax_BitwiseOp<
    "bitwise_xor", "Bits that exactly one has">;

def Relax_LeftShiftOp : Relax_ArithmeticOp<
    "left_shift", "x1 shifted up by x2 bits", Relax_IntegerTensor, "i32">;
def Relax_RightShiftOp : Relax_ArithmeticOp<
    "right_shift", "x1 shifted down by x2 bits, keeping the sign",
    Relax_IntegerTensor, "i32">;

class Relax_LogicalOp<string mnemonic, string meaning>
    : Relax_CommutativeOp<mnemonic, meaning, Relax_BoolTensor, "i1"> {
  let description = [{
    Elementwise with broadcast: shapes are aligned at the right, and a dimension
    that is literally 1 takes the other side's size.

    * **R1** both operands are of `i1`, as far as is known;
    * **R2** no two aligned dimensions are provably unequal, unless one is 1;
    * **R3** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<?x4xi1, #relax.dims<[n, 4]>>, %y: tensor<4xi1>) -> tensor<?x4xi1, #relax.dims<[n, 4]>> {
      %0 = relax.}] # mnemonic # [{ %x, %y : (tensor<?x4xi1, #relax.dims<[n, 4]>>, tensor<4xi1>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xi1, #relax.dims<[n, 4]>>
    }
    ```
  }];
  // R1 is the constraint of the operands.
}

def Relax_LogicalAndOp : Relax_LogicalOp<"logical_and", "True if both are"> {
  let hasFolder = 1;
}
def Relax_LogicalOrOp : Relax_LogicalOp<"logical_or", "True if one is"> {
  let hasFolder = 1;
}
def Relax_LogicalXorOp : Relax_LogicalOp<"logical_xor", "True if exactly one is">;

// Anything in, i1 out. Comparisons are ordered as in IEEE 754: all but
// `not_equal` are false on NaN.
class Relax_ComparisonOp<string mnemonic, string meaning,
                         list<Trait> traits = []>
    : Relax_BinaryOp<mnemonic, meaning, Relax_NumberOrBoolTensor, "Comparison",
                     "f32", "i1", [AlwaysSpeculatable] # traits>;

def Relax_EqualOp : Relax_ComparisonOp<"equal", "x1 == x2", [Commutative]>;
def Relax_NotEqualOp : Relax_ComparisonOp<"not_equal", "x1 != x2", [Commutative]>;
def Relax_GreaterOp : Relax_ComparisonOp<"greater", "x1 > x2">;
def Relax_GreaterEqualOp : Relax_ComparisonOp<"greater_equal", "x1 >= x2">;
def Relax_LessOp : Relax_ComparisonOp<"less", "x1 < x2">;
def Relax_LessEqualOp : Relax_ComparisonOp<"less_equal", "x1 <= x2">;

def Relax_EwiseFMAOp : Relax_ArithmeticOp<"ewise_fma", "x1 * x2 + x3"> {
  let description = [{
    Elementwise with broadcast, rounded once for floats.

    * **R1** all operands have one element type, as far as is known;
    * **R2** no two aligned dimensions are provably unequal, unless one is 1;
    * **R3** placed operands are on one device.

    ```mlir
    relax.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relax.ewise_fma %x, %x, %x : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      relax.return %0 : tensor<2xf32>
    }
    ```
  }];
  let arguments = (ins Relax_NumberTensor:$x1, Relax_NumberTensor:$x2,
      Relax_NumberTensor:$x3);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

#endif // RELAX_DIALECT_RELAX_IR_BINARYOPS_TD
