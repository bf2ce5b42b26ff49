// Writes ops of arith and math as expressions of TVM.
#include "ScalarText.h"

#include "TypeText.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Format.h"

namespace mlir::relax::tvmscript {

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

std::string floatDigits(const llvm::APFloat &number) {
  if (number.isNaN())
    return "float(\"nan\")";
  if (number.isInfinity())
    return number.isNegative() ? "float(\"-inf\")" : "float(\"inf\")";
  bool isInexact;
  llvm::APFloat wide = number;
  (void)wide.convert(llvm::APFloat::IEEEdouble(),
                     llvm::APFloat::rmNearestTiesToEven, &isInexact);
  for (unsigned digits = 1;; ++digits) {
    std::string text;
    llvm::raw_string_ostream(text)
        << llvm::format("%.*g", digits, wide.convertToDouble());
    llvm::APFloat read(number.getSemantics());
    llvm::consumeError(
        read.convertFromString(text, llvm::APFloat::rmNearestTiesToEven)
            .takeError());
    // Fewer digits of the largest number are a number beyond it.
    bool isGiven = read.bitwiseIsEqual(number) && !number.isLargest();
    if (digits < 17 && !isGiven)
      continue;
    bool isInteger = StringRef(text).find_first_of(".e") == StringRef::npos;
    return isInteger ? text + ".0" : text;
  }
}

/// The number of a lane.
static std::string laneText(Attribute number, StringRef dtype) {
  std::string text = ("T." + dtype + "(").str();
  if (auto integer = dyn_cast<IntegerAttr>(number)) {
    if (dtype == "bool")
      return text + (integer.getValue().isZero() ? "False)" : "True)");
    SmallString<24> digits;
    integer.getValue().toString(digits, 10, !dtype.starts_with("u"));
    return text + digits.str().str() + ")";
  }
  std::string digits = floatDigits(cast<FloatAttr>(number).getValue());
  StringRef inner = digits;
  // T.float32("inf") is one number; float("inf") would be one of Python.
  if (inner.consume_front("float("))
    return text + inner.str();
  return text + digits + ")";
}

std::string numberText(Attribute number, StringRef dtype) {
  auto dense = dyn_cast<DenseElementsAttr>(number);
  if (!dense)
    return laneText(number, dtype);
  auto [lane, lanes] = dtype.rsplit('x');
  return "T.Broadcast(" + laneText(dense.getSplatValue<Attribute>(), lane) +
         ", " + lanes.str() + ")";
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

namespace {
/// An operator of Python, and the node that it makes unless TVM simplifies.
struct Operator {
  StringRef sign;
  StringRef node;
  Binding binding;
};
} // namespace

/// The operator of an op of two operands; none if it has no operator.
static std::optional<Operator> operatorOf(Operation *op) {
  using namespace arith;
  return TypeSwitch<Operation *, std::optional<Operator>>(op)
      .Case<AddFOp, AddIOp>(
          [](auto) { return Operator{"+", "Add", Binding::Sum}; })
      .Case<SubFOp, SubIOp>(
          [](auto) { return Operator{"-", "Sub", Binding::Sum}; })
      .Case<MulFOp, MulIOp>(
          [](auto) { return Operator{"*", "Mul", Binding::Product}; })
      .Case<DivFOp>([](auto) { return Operator{"/", "Div", Binding::Product}; })
      .Case<FloorDivSIOp, DivUIOp>(
          [](auto) { return Operator{"//", "FloorDiv", Binding::Product}; })
      .Case<RemUIOp>(
          [](auto) { return Operator{"%", "FloorMod", Binding::Product}; })
      .Default([](auto) { return std::nullopt; });
}

/// A function of two operands; empty if the op is none.
static StringRef functionOf(Operation *op) {
  using namespace arith;
  bool isTruth = op->getResult(0).getType().isInteger(1);
  return TypeSwitch<Operation *, StringRef>(op)
      .Case<DivSIOp>([](auto) { return "truncdiv"; })
      .Case<RemSIOp>([](auto) { return "truncmod"; })
      .Case<RemFOp>([](auto) { return "fmod"; })
      .Case<MinSIOp, MinUIOp>([](auto) { return "min"; })
      .Case<MaxSIOp, MaxUIOp>([](auto) { return "max"; })
      .Case<AndIOp>([&](auto) { return isTruth ? "And" : "bitwise_and"; })
      .Case<OrIOp>([&](auto) { return isTruth ? "Or" : "bitwise_or"; })
      .Case<XOrIOp>([](auto) { return "bitwise_xor"; })
      .Case<ShLIOp>([](auto) { return "shift_left"; })
      .Case<ShRSIOp, ShRUIOp>([](auto) { return "shift_right"; })
      .Default(StringRef());
}

/// The node that a function makes unless TVM simplifies it.
static StringRef nodeOf(StringRef function) {
  return llvm::StringSwitch<StringRef>(function)
      .Case("truncdiv", "Div")
      .Case("truncmod", "Mod")
      .Case("min", "Min")
      .Case("max", "Max")
      .Default(function);
}

/// The name that TVM has for a function of math; empty if it has none.
static StringRef mathName(Operation *op) {
  using namespace math;
  if (isa<RoundEvenOp>(op))
    return "round";
  if (isa<AbsFOp, AbsIOp>(op))
    return "abs";
  if (isa<PowFOp, IPowIOp>(op))
    return "pow";
  if (isa<CtPopOp>(op))
    return "popcount";
  if (isa<ExpOp, Exp2Op, LogOp, Log2Op, Log10Op, Log1pOp, SqrtOp, RsqrtOp,
          TanhOp, TanOp, SinOp, CosOp, SinhOp, CoshOp, AsinOp, AcosOp, AtanOp,
          AsinhOp, AcoshOp, AtanhOp, ErfOp, FloorOp, CeilOp, TruncOp, Atan2Op,
          CopySignOp, FmaOp>(op))
    return op->getName().stripDialect();
  if (isa<IsNaNOp, IsInfOp, IsFiniteOp>(op))
    return op->getName().stripDialect();
  if (isa<CountLeadingZerosOp>(op) && op->getResult(0).getType().isInteger(32))
    return "clz";
  return {};
}

/// The sign of a comparison; empty for one that TVM lacks.
static StringRef comparisonSign(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    using P = arith::CmpIPredicate;
    switch (compare.getPredicate()) {
    case P::eq:
      return "==";
    case P::ne:
      return "!=";
    case P::slt:
    case P::ult:
      return "<";
    case P::sle:
    case P::ule:
      return "<=";
    case P::sgt:
    case P::ugt:
      return ">";
    case P::sge:
    case P::uge:
      return ">=";
    }
  }
  auto compare = dyn_cast<arith::CmpFOp>(op);
  if (!compare)
    return {};
  using P = arith::CmpFPredicate;
  switch (compare.getPredicate()) {
  case P::OEQ:
    return "==";
  case P::UNE:
    return "!=";
  case P::OLT:
    return "<";
  case P::OLE:
    return "<=";
  case P::OGT:
    return ">";
  case P::OGE:
    return ">=";
  default:
    return {};
  }
}

/// Whether TVM simplifies an operator with this operand: by 0 or 1.
static bool isNeutral(Value operand) {
  Attribute constant;
  if (!matchPattern(operand, m_Constant(&constant)))
    return false;
  if (auto dense = dyn_cast<DenseElementsAttr>(constant))
    return dense.isSplat();
  if (auto integer = dyn_cast<IntegerAttr>(constant))
    return integer.getValue().ule(1);
  auto number = dyn_cast<FloatAttr>(constant);
  return number &&
         (number.getValue().isZero() || number.getValue().isExactlyValue(1.0));
}

/// Whether TVM computes something else than the node that is meant.
static bool isSimplified(Operation *op) {
  return llvm::any_of(op->getOperands(), isNeutral) ||
         llvm::all_of(op->getOperands(), [](Value operand) {
           return matchPattern(operand, m_Constant());
         });
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// `T.function(a, b)`.
static Expression callText(StringRef function, ArrayRef<Expression> operands) {
  std::string text = ("T." + function + "(").str();
  llvm::interleave(
      operands, [&](const Expression &operand) { text += operand.text; },
      [&] { text += ", "; });
  return {text + ")"};
}

/// An op of two operands; none if it is no such op.
static std::optional<Expression> binaryText(Operation *op,
                                            ArrayRef<Expression> operands) {
  if (std::optional<Operator> found = operatorOf(op)) {
    if (isSimplified(op))
      return callText(found->node, operands);
    // What follows from the left needs no brackets there.
    Binding inner =
        found->binding == Binding::Sum ? Binding::Product : Binding::Atom;
    return Expression{operands[0].within(found->binding) + " " +
                          found->sign.str() + " " + operands[1].within(inner),
                      found->binding};
  }
  if (StringRef function = functionOf(op); !function.empty())
    return callText(isSimplified(op) ? nodeOf(function) : function, operands);
  if (StringRef sign = comparisonSign(op); !sign.empty())
    return Expression{operands[0].within(Binding::Sum) + " " + sign.str() +
                          " " + operands[1].within(Binding::Sum),
                      Binding::Compare};
  return std::nullopt;
}

/// The negation that an exclusive or with ones is.
static std::optional<Expression> negationText(arith::XOrIOp op,
                                              ArrayRef<Expression> operands) {
  if (!matchPattern(op.getRhs(), m_One()) &&
      !matchPattern(op.getRhs(), m_Constant()))
    return std::nullopt;
  APInt ones;
  if (!matchPattern(op.getRhs(), m_ConstantInt(&ones)) || !ones.isAllOnes())
    return std::nullopt;
  return callText(ones.getBitWidth() == 1 ? "Not" : "bitwise_not", operands[0]);
}

/// A maximum or minimum of floats, which gives a NaN if one operand is one. TVM
/// has none: its own gives the second operand unless the first is beyond it, so
/// that only a NaN on the left is lost, and of two zeros it gives the second.
static std::optional<Expression>
extremumText(Operation *op, ArrayRef<Expression> operands, ScalarTypes &types) {
  bool isMaximum = isa<arith::MaximumFOp>(op);
  if (!isMaximum && !isa<arith::MinimumFOp>(op))
    return std::nullopt;
  Expression asked = operands[0];
  // TVM asks floats of 16, 32 and 64 bits for NaN, and bf16 and f8 not at all.
  std::string dtype = types.dtype(op->getResult(0));
  auto [name, lanes] = StringRef(dtype).split('x');
  if (name != "float16" && name != "float32" && name != "float64")
    asked = callText(
        "Cast", {Expression{quoted(lanes.empty() ? "float32"
                                                 : "float32x" + lanes.str())},
                 asked});
  return callText("Select", {callText("isnan", asked), operands[0],
                             callText(isMaximum ? "Max" : "Min", operands)});
}

std::optional<Expression>
scalarText(Operation *op, ArrayRef<Expression> operands, ScalarTypes &types) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
    std::string dtype = types.dtype(constant.getResult());
    if ((dense && !dense.isSplat()) || dtype.empty())
      return std::nullopt;
    return Expression{numberText(constant.getValue(), dtype)};
  }
  if (auto exclusive = dyn_cast<arith::XOrIOp>(op))
    if (auto negation = negationText(exclusive, operands))
      return negation;
  if (std::optional<Expression> binary = binaryText(op, operands))
    return binary;
  if (isa<arith::NegFOp>(op)) {
    std::string dtype = types.dtype(op->getResult(0));
    return Expression{"T.Sub(T." + dtype + "(-0.0), " + operands[0].text + ")"};
  }
  if (isa<arith::SelectOp>(op))
    return callText("Select", operands);
  if (std::optional<Expression> extremum = extremumText(op, operands, types))
    return extremum;
  if (StringRef name = mathName(op); !name.empty())
    return callText(name, operands);
  StringRef cast = isa<arith::BitcastOp>(op) ? "reinterpret" : "Cast";
  if (!isa<arith::BitcastOp>(op) &&
      !isa<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp,
           arith::FPToSIOp, arith::FPToUIOp, arith::ExtSIOp, arith::ExtUIOp,
           arith::TruncIOp>(op))
    return std::nullopt;
  std::string dtype = types.dtype(op->getResult(0));
  if (dtype.empty())
    return std::nullopt;
  return callText(cast, {Expression{quoted(dtype)}, operands[0]});
}

} // namespace mlir::relax::tvmscript
