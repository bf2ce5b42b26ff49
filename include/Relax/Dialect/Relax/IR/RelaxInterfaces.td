// What an op is: facts that passes ask for, as traits and interfaces.
#ifndef RELAX_DIALECT_RELAX_IR_RELAXINTERFACES_TD
#define RELAX_DIALECT_RELAX_IR_RELAXINTERFACES_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "Relax/Dialect/Relax/IR/RelaxConstraints.td"
include "Relax/Dialect/Relax/IR/RelaxTypes.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===-- Interfaces --------------------------------------------------------===//

def Relax_OpPatternInterface : OpInterface<"OpPatternInterface"> {
  let cppNamespace = "::mlir::relax";
  let description = [{
    How an op's output elements depend on its input elements, which decides
    what it may be fused with.
  }];
  let methods = [StaticInterfaceMethod<
      "The op's pattern.", "::mlir::relax::OpPatternKind", "getOpPattern">];
}

def Relax_MixedPrecisionInterface : OpInterface<"MixedPrecisionInterface"> {
  let cppNamespace = "::mlir::relax";
  let description = [{
    Whether an op gains from computing in a lower precision, bears it, or must
    not be given it.
  }];
  let methods = [StaticInterfaceMethod<
      "The op's policy.", "::mlir::relax::MixedPrecisionPolicy",
      "getMixedPrecisionPolicy">];
}

def Relax_AxisOrderInterface : OpInterface<"AxisOrderInterface"> {
  let cppNamespace = "::mlir::relax";
  let description = [{
    What becomes of an op when the axes of its operands stand in another order,
    which decides whether a layout such as NHWC can be carried past it.
  }];
  let methods = [StaticInterfaceMethod<
      "What the op needs.", "::mlir::relax::AxisOrder", "getAxisOrder">];
}

//===-- Traits ------------------------------------------------------------===//

class Relax_NativeTrait<string name, code declaration = "">
    : NativeOpTrait<name, [], declaration> {
  let cppNamespace = "::mlir::relax";
}
class Relax_ParamTrait<string name, string parameter>
    : ParamNativeOpTrait<name, parameter> {
  let cppNamespace = "::mlir::relax";
}

// Elementwise, Broadcast, Injective, Reduction, OutFusable or Opaque.
class Relax_Pattern<string kind> : TraitList<[
    Relax_OpPatternInterface,
    Relax_ParamTrait<"PatternIs", "::mlir::relax::OpPatternKind::" # kind>]>;

// Always, Follow or Never.
class Relax_Precision<string policy> : TraitList<[
    Relax_MixedPrecisionInterface,
    Relax_ParamTrait<"PrecisionIs",
        "::mlir::relax::MixedPrecisionPolicy::" # policy>]>;

// Any, Axes, Named or AsWritten.
class Relax_Order<string order> : TraitList<[
    Relax_AxisOrderInterface,
    Relax_ParamTrait<"OrderIs", "::mlir::relax::AxisOrder::" # order>]>;

// The result's dimensions depend on the values of the operands.
def Relax_DataDependent : Relax_NativeTrait<"DataDependent">;

// The op states its rules once, in `inferTypes`: from operands and attributes
// to result types, or an error. Builders, the verifier and type refinement all
// use it; a declared result type may say less or more than the inferred one,
// but must not provably contradict it.
def Relax_TypeRules : TraitList<[
    InferTypeOpInterface,
    Relax_NativeTrait<"TypeRules", [{
      /// The op's rules: its result types from operands and attributes.
      static ::llvm::LogicalResult
      inferTypes(Adaptor op, ::mlir::relax::EmitError emitError,
                 ::llvm::SmallVectorImpl<::mlir::Type> &types);
      /// Whether no type on the left provably differs from that on the right.
      static bool isCompatibleReturnTypes(::mlir::TypeRange lhs,
                                          ::mlir::TypeRange rhs) {
        return ::mlir::relax::mayBeEqual(lhs, rhs);
      }
    }]>]>;

//===-- Operands and attributes -------------------------------------------===//

// Tensors by element type. An unknown element type fits each of them.
def Relax_UnknownElement
    : Type<CPred<"::mlir::relax::isUnknownElement($_self)">, "unknown">;
class Relax_TensorOf<list<Type> elements>
    : TensorOf<!listconcat(elements, [Relax_UnknownElement])>;

def Relax_WideInteger
    : Type<CPred<"::mlir::relax::isWideInteger($_self)">,
           "index or integer wider than i1">;
def Relax_FloatTensor : Relax_TensorOf<[AnyFloat]>;
def Relax_BoolTensor : Relax_TensorOf<[I1]>;
def Relax_IntegerTensor : Relax_TensorOf<[Relax_WideInteger]>;
def Relax_BitTensor : Relax_TensorOf<[AnyInteger, Index]>;
def Relax_NumberTensor : Relax_TensorOf<[AnyFloat, Relax_WideInteger]>;
def Relax_NumberOrBoolTensor : Relax_TensorOf<[AnyFloat, AnyInteger, Index]>;

def Relax_NumberAttr : AnyAttrOf<[F64Attr, I64Attr], "f64 or i64 number">;

def Relax_ScalarAttr : Attr<CPred<"::llvm::isa<::mlir::FloatAttr, ::mlir::IntegerAttr>($_self)">, "number or truth value"> {
  let storageType = "::mlir::TypedAttr";
  let returnType = "::mlir::TypedAttr";
  let convertFromStorage = "$_self";
}
def Relax_ExprOrFloatAttr
    : AnyAttrOf<[Relax_SymExprAttr, F64Attr], "expression or f64 number">;

def Relax_AxesAttr : OptionalAttr<DenseI64ArrayAttr>;
def Relax_AxisAttr : OptionalAttr<I64Attr>;
class Relax_DefaultAxis<int axis> : DefaultValuedAttr<I64Attr, !cast<string>(axis)>;
def Relax_False : DefaultValuedAttr<BoolAttr, "false">;
def Relax_True : DefaultValuedAttr<BoolAttr, "true">;
def Relax_DtypeAttr : OptionalAttr<TypeAttr>;

// A string out of a list.
class Relax_OneOf<list<string> words>
    : ConfinedAttr<StrAttr, [AttrConstraint<
          Or<!foreach(word, words, CPred<
              "::llvm::cast<::mlir::StringAttr>($_self).getValue() == \"" # word # "\"">)>,
          "that is one of " # !interleave(words, ", ")>]>;
class Relax_DefaultString<string word, Attr type = StrAttr>
    : DefaultValuedAttr<type, "\"" # word # "\"">;

//===-- Base class --------------------------------------------------------===//

// An op that computes tensors from tensors and attributes. One that works
// element by element does so in any order of the axes.
class Relax_TensorOp<string mnemonic, string pattern, string precision,
                     list<Trait> traits = [],
                     string order = !if(!eq(pattern, "Elementwise"), "Any", "AsWritten")>
    : Relax_Op<mnemonic, !listconcat([
          NoMemoryEffect, Relax_TypeRules, Relax_Pattern<pattern>,
          Relax_Precision<precision>, Relax_Order<order>], traits)> {
  let results = (outs AnyTensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

#endif // RELAX_DIALECT_RELAX_IR_RELAXINTERFACES_TD
