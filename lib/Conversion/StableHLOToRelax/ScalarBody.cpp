// Regions of StableHLO on single elements, as code of a tensor program.
//
// One table serves regions and whole ops alike, so that an op cannot mean one
// thing in a reduction and another outside of it. A shift by the width or more
// has a value here, as the specification demands, while arith leaves it open.
#include "ScalarBody.h"

#include "Relax/Dialect/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

using namespace hlo;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// A function of math, computed in f32 where the element is narrower.
/// The results of f16 and bf16 must be those of the correctly rounded function
/// as far as possible. Many targets have no math functions below 32 bits, and
/// one that rounds each step of a polynomial to 8 bits would be useless.
template <typename OpT>
static Value applyFloat(BlockMath math, ValueRange elements) {
  OpBuilder &b = math.getBuilder();
  Type type = elements.front().getType();
  Type wide = type.getIntOrFloatBitWidth() < 32 ? Type(b.getF32Type()) : type;
  auto cast = llvm::map_to_vector(
      elements, [&](Value element) { return math.cast(element, wide); });
  Value result = OpT::create(b, math.getLoc(), TypeRange(wide), cast);
  return math.cast(result, type);
}

/// arith has no negation of integers. 0 - x wraps for the least integer, as the
/// specification demands.
static Value negate(BlockMath math, Value x) {
  if (isa<FloatType>(x.getType()))
    return arith::NegFOp::create(math.getBuilder(), math.getLoc(), x);
  return math.minus(math.zero(x.getType()), x);
}

static Value absolute(BlockMath math, Value x) {
  if (isa<FloatType>(x.getType()))
    return applyFloat<math::AbsFOp>(math, x);
  if (isUnsigned(x.getType()))
    return x;
  return math::AbsIOp::create(math.getBuilder(), math.getLoc(), x);
}

static Value signOf(BlockMath math, Value x) {
  Type type = x.getType();
  Value zero = math.zero(type), one = math.one(type);
  Value isPositive = math.isLess(zero, x);
  if (isUnsigned(type))
    return math.choose(isPositive, one, zero);
  Value isNegative = math.isLess(x, zero);
  // Zeros and NaN stay what they are.
  return math.choose(isPositive, one,
                     math.choose(isNegative, negate(math, one), x));
}

/// A shift by the width or more moves all bits out; arith has no value then.
template <typename OpT>
static Value shift(BlockMath math, Value x, Value amount, Value beyond) {
  OpBuilder &b = math.getBuilder();
  Type type = x.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  Value limit = arith::ConstantOp::create(
      b, math.getLoc(), IntegerAttr::get(type, APInt(width, width)));
  Value isInside = arith::CmpIOp::create(
      b, math.getLoc(), arith::CmpIPredicate::ult, amount, limit);
  Value safe = math.choose(isInside, amount, math.zero(type));
  return math.choose(isInside, OpT::create(b, math.getLoc(), x, safe), beyond);
}

static Value shiftArithmetic(BlockMath math, Value x, Value amount) {
  Type type = x.getType();
  // The last shift that has a value leaves the sign only.
  Value most = math.number(type.getIntOrFloatBitWidth() - 1, type);
  Value sign =
      arith::ShRSIOp::create(math.getBuilder(), math.getLoc(), x, most);
  return shift<arith::ShRSIOp>(math, x, amount, sign);
}

static Value power(BlockMath math, Value x, Value exponent) {
  if (isa<FloatType>(x.getType()))
    return applyFloat<math::PowFOp>(math, {x, exponent});
  return math::IPowIOp::create(math.getBuilder(), math.getLoc(), x, exponent);
}

/// The sign is that of the dividend, so it cannot be floorMod. It is made of
/// the division, so that both agree where the divisor is 0.
static Value remainder(BlockMath math, Value lhs, Value rhs) {
  if (isa<FloatType>(lhs.getType()))
    return arith::RemFOp::create(math.getBuilder(), math.getLoc(), lhs, rhs);
  return math.minus(lhs, math.times(math.over(lhs, rhs), rhs));
}

static Value bitNot(BlockMath math, Value x) {
  return arith::XOrIOp::create(
      math.getBuilder(), math.getLoc(), x,
      allBitsOf(math.getBuilder(), math.getLoc(), x.getType()));
}

static Value bitcast(BlockMath math, Value x, Type type) {
  if (x.getType() == type)
    return x;
  return arith::BitcastOp::create(math.getBuilder(), math.getLoc(), type, x);
}

/// x - x is 0 for all finite numbers and NaN otherwise. It needs no constant of
/// the type, and works for all widths without a look at bits.
static Value isFinite(BlockMath math, Value x) {
  return math.isEqual(math.minus(x, x), math.zero(x.getType()));
}

/// Of large negative x, exp(-x) is infinite and the quotient 0, which is the
/// limit; so no case is needed.
static Value logistic(BlockMath math, Value x) {
  Type type = x.getType();
  Value one = math.one(type);
  Value exp = applyFloat<math::ExpOp>(math, negate(math, x));
  return math.over(one, math.plus(one, exp));
}

/// Rounded to a format of which only two are floats of MLIR: what it holds is
/// what a float of that type holds.
static Value reducePrecision(BlockMath math, ReducePrecisionOp op, Value x) {
  OpBuilder &b = math.getBuilder();
  Type narrow =
      op.getExponentBits() == 8 ? Type(b.getBF16Type()) : Type(b.getF16Type());
  return math.cast(math.cast(x, narrow), x.getType());
}

/// Other formats would need bit arithmetic for their rounding, and an overflow
/// of their own.
static bool isKnownFormat(ReducePrecisionOp op) {
  unsigned exponent = op.getExponentBits(), mantissa = op.getMantissaBits();
  auto type = dyn_cast<FloatType>(
      cast<TensorType>(op.getOperand().getType()).getElementType());
  return type && type.getWidth() >= 32 &&
         ((exponent == 8 && mantissa == 7) ||
          (exponent == 5 && mantissa == 10));
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// A float as an integer whose order is the total order of floats: negative
/// ones have their other bits turned.
/// The order is -NaN < -inf < ... < -0 < +0 < ... < +NaN. The bits of positive
/// floats have it already if they are read as an integer; negative ones run
/// backwards, so all but the sign is turned.
static Value toTotalOrder(BlockMath math, Value x) {
  OpBuilder &b = math.getBuilder();
  unsigned width = x.getType().getIntOrFloatBitWidth();
  Type type = b.getIntegerType(width);
  Value bits = bitcast(math, x, type);
  Value most = math.number(width - 1, type);
  Value sign = arith::ShRSIOp::create(b, math.getLoc(), bits, most);
  Value rest = arith::ShRUIOp::create(b, math.getLoc(), sign, math.one(type));
  return arith::XOrIOp::create(b, math.getLoc(), bits, rest);
}

/// Greater is written as less with operands swapped, since each is false for
/// NaN; negating the opposite would be true for it.
static Value compare(BlockMath math, CompareOp op, Value lhs, Value rhs) {
  if (op.getCompareType() == CompareKind::TOTALORDER &&
      isa<FloatType>(lhs.getType())) {
    lhs = toTotalOrder(math, lhs);
    rhs = toTotalOrder(math, rhs);
  }
  switch (op.getComparisonDirection()) {
  case Direction::EQ:
    return math.isEqual(lhs, rhs);
  case Direction::NE:
    return math.isUnequal(lhs, rhs);
  case Direction::GE:
    return math.isAtMost(rhs, lhs);
  case Direction::GT:
    return math.isLess(rhs, lhs);
  case Direction::LE:
    return math.isAtMost(lhs, rhs);
  case Direction::LT:
    return math.isLess(lhs, rhs);
  }
  llvm_unreachable("all directions are handled");
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static Value applyUnary(BlockMath math, Operation *op, Value x, Type type) {
  OpBuilder &b = math.getBuilder();
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](AbsOp) { return absolute(math, x); })
      .Case([&](BitcastConvertOp) { return bitcast(math, x, type); })
      .Case([&](CbrtOp) { return applyFloat<math::CbrtOp>(math, x); })
      .Case([&](CeilOp) { return applyFloat<math::CeilOp>(math, x); })
      .Case([&](ConvertOp) { return math.cast(x, type); })
      .Case([&](ClzOp) {
        return math::CountLeadingZerosOp::create(b, math.getLoc(), x);
      })
      .Case([&](CosineOp) { return applyFloat<math::CosOp>(math, x); })
      .Case([&](ExpOp) { return applyFloat<math::ExpOp>(math, x); })
      .Case([&](Expm1Op) { return applyFloat<math::ExpM1Op>(math, x); })
      .Case([&](FloorOp) { return applyFloat<math::FloorOp>(math, x); })
      .Case([&](IsFiniteOp) { return isFinite(math, x); })
      .Case([&](LogOp) { return applyFloat<math::LogOp>(math, x); })
      .Case([&](Log1pOp) { return applyFloat<math::Log1pOp>(math, x); })
      .Case([&](LogisticOp) { return logistic(math, x); })
      .Case([&](NegOp) { return negate(math, x); })
      .Case([&](NotOp) { return bitNot(math, x); })
      .Case(
          [&](PopcntOp) { return math::CtPopOp::create(b, math.getLoc(), x); })
      .Case([&](RoundAfzOp) { return applyFloat<math::RoundOp>(math, x); })
      .Case([&](RoundEvenOp) { return applyFloat<math::RoundEvenOp>(math, x); })
      .Case([&](RsqrtOp) { return applyFloat<math::RsqrtOp>(math, x); })
      .Case([&](SignOp) { return signOf(math, x); })
      .Case([&](SineOp) { return applyFloat<math::SinOp>(math, x); })
      .Case([&](SqrtOp) { return applyFloat<math::SqrtOp>(math, x); })
      .Case([&](TanOp) { return applyFloat<math::TanOp>(math, x); })
      .Case([&](TanhOp) { return applyFloat<math::TanhOp>(math, x); })
      .Case([&](ReducePrecisionOp reduce) {
        return reducePrecision(math, reduce, x);
      })
      // The same element of a tensor of one element.
      .Case<ReshapeOp, BroadcastInDimOp>([&](auto) { return x; })
      .Default(Value());
}

static Value applyBinary(BlockMath math, Operation *op, Value lhs, Value rhs) {
  OpBuilder &b = math.getBuilder();
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](AddOp) { return math.plus(lhs, rhs); })
      .Case([&](AndOp) { return math.both(lhs, rhs); })
      .Case(
          [&](Atan2Op) { return applyFloat<math::Atan2Op>(math, {lhs, rhs}); })
      .Case([&](CompareOp op) { return compare(math, op, lhs, rhs); })
      .Case([&](DivOp) { return math.over(lhs, rhs); })
      .Case([&](MaxOp) { return math.greater(lhs, rhs); })
      .Case([&](MinOp) { return math.lesser(lhs, rhs); })
      .Case([&](MulOp) { return math.times(lhs, rhs); })
      .Case([&](OrOp) { return math.either(lhs, rhs); })
      .Case([&](PowOp) { return power(math, lhs, rhs); })
      .Case([&](RemOp) { return remainder(math, lhs, rhs); })
      .Case([&](ShiftLeftOp) {
        return shift<arith::ShLIOp>(math, lhs, rhs, math.zero(lhs.getType()));
      })
      .Case([&](ShiftRightArithmeticOp) {
        return shiftArithmetic(math, lhs, rhs);
      })
      .Case([&](ShiftRightLogicalOp) {
        return shift<arith::ShRUIOp>(math, lhs, rhs, math.zero(lhs.getType()));
      })
      .Case([&](SubtractOp) { return math.minus(lhs, rhs); })
      .Case([&](XorOp) {
        return arith::XOrIOp::create(b, math.getLoc(), lhs, rhs);
      })
      .Default(Value());
}

/// The number of operands alone says which family an op is of, because all ops
/// that `isScalarOp` lets through have one result.
Value applyScalar(BlockMath math, Operation *op, ValueRange elements,
                  Type type) {
  if (elements.size() == 1)
    return applyUnary(math, op, elements[0], type);
  if (elements.size() == 2)
    return applyBinary(math, op, elements[0], elements[1]);
  if (isa<SelectOp>(op))
    return math.choose(elements[0], elements[1], elements[2]);
  return math.lesser(math.greater(elements[1], elements[0]), elements[2]);
}

/// A list instead of a trait of the ops: what counts is whether there is code
/// for the op above, and a new op must not be let through before it has some.
bool isScalarOp(Operation *op) {
  if (auto reduce = dyn_cast<ReducePrecisionOp>(op))
    return isKnownFormat(reduce);
  return isa<AbsOp, BitcastConvertOp, CbrtOp, CeilOp, ConvertOp, ClzOp,
             CosineOp, ExpOp, Expm1Op, FloorOp, IsFiniteOp, LogOp, Log1pOp,
             LogisticOp, NegOp, NotOp, PopcntOp, RoundAfzOp, RoundEvenOp,
             RsqrtOp, SignOp, SineOp, SqrtOp, TanOp, TanhOp, AddOp, AndOp,
             Atan2Op, CompareOp, DivOp, MaxOp, MinOp, MulOp, OrOp, PowOp, RemOp,
             ShiftLeftOp, ShiftRightArithmeticOp, ShiftRightLogicalOp,
             SubtractOp, XorOp, ClampOp, SelectOp>(op);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Whether a type is a tensor of one number.
/// Signed integers, as opposed to signless ones, do not occur in StableHLO, and
/// arith takes none. Unsigned ones keep their sign until the program is whole.
static bool isNumber(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 &&
         tensor.getElementType().isIntOrFloat() &&
         !tensor.getElementType().isSignedInteger();
}

/// Whether ops that need floats have floats, and so on.
/// The dialect is read without constraints on elements, so that one text with
/// an unknown type does not stop the parser at the first op. What the
/// specification demands is checked here instead, for all places at once.
static bool fitsElements(Operation *op) {
  Type type =
      cast<RankedTensorType>(op->getOperand(0).getType()).getElementType();
  if (isa<CbrtOp, CeilOp, CosineOp, ExpOp, Expm1Op, FloorOp, IsFiniteOp, LogOp,
          Log1pOp, LogisticOp, RoundAfzOp, RoundEvenOp, RsqrtOp, SineOp, SqrtOp,
          TanOp, TanhOp, Atan2Op>(op))
    return isa<FloatType>(type);
  if (isa<NotOp, PopcntOp, ClzOp, AndOp, OrOp, XorOp, ShiftLeftOp,
          ShiftRightArithmeticOp, ShiftRightLogicalOp>(op))
    return isa<IntegerType>(type);
  return true;
}

/// Whether operands that go together have one element type.
static bool areOperandsEqual(Operation *op) {
  unsigned first = isa<SelectOp>(op) ? 1 : 0;
  auto elementAt = [&](unsigned i) {
    return cast<RankedTensorType>(op->getOperand(i).getType()).getElementType();
  };
  for (unsigned i = first; i < op->getNumOperands(); ++i)
    if (elementAt(i) != elementAt(first))
      return false;
  return first == 0 || elementAt(0).isInteger(1);
}

std::string getElementObstacle(Operation *op) {
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || !type.getElementType().isIntOrFloat() ||
        type.getElementType().isSignedInteger())
      return "expected tensors of integers or floats";
  }
  if (!areOperandsEqual(op) || !fitsElements(op))
    return "its operands have elements of types that the op does not take";
  auto cast = dyn_cast<BitcastConvertOp>(op);
  if (cast && cast.getOperand().getType().getElementTypeBitWidth() !=
                  cast.getType().getElementTypeBitWidth())
    return "expected elements of one width";
  return "";
}

static std::string getText(ArrayRef<Type> types) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(types, os);
  return text;
}

/// Whether `types` are tensors of one number of these types each.
static bool areNumbers(TypeRange types, ArrayRef<Type> elements) {
  return types.size() == elements.size() &&
         llvm::all_of(llvm::zip(types, elements), [](auto pair) {
           auto [type, element] = pair;
           return isNumber(type) &&
                  cast<RankedTensorType>(type).getElementType() == element;
         });
}

/// Regions are checked before their code is written, because a program that is
/// half written could not be taken back. A value from outside is rejected,
/// since a tensor program sees its own parameters only.
std::string getScalarObstacle(Region &region, ArrayRef<Type> arguments,
                              ArrayRef<Type> results) {
  if (!region.hasOneBlock() || region.front().empty() ||
      !isa<ReturnOp>(region.front().back()) ||
      !areNumbers(region.getArgumentTypes(), arguments) ||
      !areNumbers(region.front().back().getOperandTypes(), results))
    return "expected a region that takes one number each of " +
           getText(arguments) + " and gives " + getText(results);
  for (Operation &op : region.front()) {
    std::string name =
        ("'" + op.getName().getStringRef() + "' in its region").str();
    for (Value operand : op.getOperands())
      if (!region.isAncestor(operand.getParentRegion()))
        return name + " uses a value from outside; expected its arguments only";
    if (isa<ReturnOp>(op))
      continue;
    for (Type type : op.getResultTypes())
      if (!isNumber(type))
        return name + " is expected to give one number";
    auto constant = dyn_cast<ConstantOp>(op);
    if (constant && isa<DenseElementsAttr>(constant.getValue()))
      continue;
    if (isa<ReshapeOp, BroadcastInDimOp>(op) &&
        isNumber(op.getOperand(0).getType()))
      continue;
    if (!isScalarOp(&op))
      return name + " is expected to be an op on single elements";
    std::string obstacle = getElementObstacle(&op);
    if (!obstacle.empty())
      return name + ": " + obstacle;
  }
  return "";
}

/// A region may be applied many times in one program, so each time it gets a
/// map of its own; the values of one place do not dominate another one.
SmallVector<Value> applyRegion(BlockMath math, Region &region,
                               ValueRange elements) {
  IRMapping map;
  map.map(region.getArguments(), elements);
  auto get = [&](ValueRange range) {
    return llvm::map_to_vector(range,
                               [&](Value value) { return map.lookup(value); });
  };
  for (Operation &op : region.front().without_terminator()) {
    Type type =
        cast<RankedTensorType>(op.getResult(0).getType()).getElementType();
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      auto number = cast<DenseElementsAttr>(constant.getValue())
                        .getSplatValue<TypedAttr>();
      map.map(
          constant.getResult(),
          arith::ConstantOp::create(math.getBuilder(), math.getLoc(), number)
              .getResult());
      continue;
    }
    map.map(op.getResult(0),
            applyScalar(math, &op, get(op.getOperands()), type));
  }
  return get(region.front().getTerminator()->getOperands());
}

} // namespace mlir::relax
