// Lowers the ops that combine two tensors element by element.
#include "Elementwise.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::relax {

template <typename Op, ScalarFunction function>
static LogicalResult lowerBinary(Op op, KernelBuilder &kernel) {
  return buildElementwise(
      kernel, op->getName().stripDialect(),
      [](OpBuilder &builder, Location loc, ValueRange elements) {
        return function(builder, loc, elements[0], elements[1]);
      });
}

/// The same in f32 for narrower floats.
/// Floats of 16 and 8 bits: pow or fmod in them would accumulate the error of
/// each step. Results are rounded once.
template <typename Op, ScalarFunction function>
static LogicalResult lowerWideBinary(Op op, KernelBuilder &kernel) {
  // Operands broadcast inside of the block (BroadcastInput), thus no copy of
  // the smaller one is made.
  return buildElementwise(
      kernel, op->getName().stripDialect(),
      [](OpBuilder &builder, Location loc, ValueRange elements) {
        Type type = elements[0].getType();
        Type wide = getAccumulatorType(type);
        Value result =
            function(builder, loc, castScalar(builder, loc, elements[0], wide),
                     castScalar(builder, loc, elements[1], wide));
        return castScalar(builder, loc, result, type);
      });
}

// `sgt` and others are for signed integers; compareScalar exchanges them for
// unsigned types.
template <arith::CmpFPredicate floats, arith::CmpIPredicate integers>
static Value compareElements(OpBuilder &builder, Location loc, Value lhs,
                             Value rhs) {
  return compareScalar(builder, loc, floats, integers, lhs, rhs);
}

template <typename ArithOp>
static Value applyBits(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  return ArithOp::create(builder, loc, lhs, rhs);
}

/// lhs - trunc(lhs / rhs) * rhs: the sign of the dividend. Integers divided by
/// zero leave the dividend.
/// Integer division by 0 gives 0 here and does not trap, so the rest is the
/// dividend. A trap in one element would end a program whose result may be
/// masked afterwards.
static Value modElement(OpBuilder &builder, Location loc, Value lhs,
                        Value rhs) {
  if (isa<FloatType>(lhs.getType()))
    return arith::RemFOp::create(builder, loc, lhs, rhs);
  Value quotient = divScalar(builder, loc, lhs, rhs);
  return subScalar(builder, loc, lhs, mulScalar(builder, loc, quotient, rhs));
}

/// Whether the rounding down of an integer quotient is one below that towards
/// zero: there is a rest, and the signs differ.
static Value roundsDown(OpBuilder &builder, Location loc, Value rest,
                        Value divisor) {
  Value zero = zeroOf(builder, loc, rest.getType());
  Value hasRest =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, rest, zero);
  // The sign bit of the XOR is set if the signs differ: no multiplication that
  // may overflow.
  Value signs = arith::XOrIOp::create(builder, loc, rest, divisor);
  Value differ = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       signs, zero);
  return arith::AndIOp::create(builder, loc, hasRest, differ);
}

static Value floorDivideElement(OpBuilder &builder, Location loc, Value lhs,
                                Value rhs) {
  if (isa<FloatType>(lhs.getType()))
    return math::FloorOp::create(builder, loc,
                                 divScalar(builder, loc, lhs, rhs));
  Value quotient = divScalar(builder, loc, lhs, rhs);
  if (isUnsigned(lhs.getType()))
    return quotient;
  Value rest =
      subScalar(builder, loc, lhs, mulScalar(builder, loc, quotient, rhs));
  // By zero, the quotient is 0.
  // divScalar gives 0 for a divisor of 0; without this case the rest would be
  // the dividend, and the rounding would make it -1.
  Value byZero =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rhs,
                            zeroOf(builder, loc, rhs.getType()));
  Value below = arith::SelectOp::create(builder, loc, byZero, byZero,
                                        roundsDown(builder, loc, rest, rhs));
  Value lower =
      subScalar(builder, loc, quotient, oneOf(builder, loc, lhs.getType()));
  Value rounded = arith::SelectOp::create(builder, loc, below, lower, quotient);
  return arith::SelectOp::create(builder, loc, byZero, quotient, rounded);
}

/// The rest with the sign of the divisor.
/// Python's and ONNX's mod. For floats, adding the divisor only if signs differ
/// keeps -0 and infinity right: fmod(-1, inf) + inf is inf.
static Value floorModElement(OpBuilder &builder, Location loc, Value lhs,
                             Value rhs) {
  Value rest = modElement(builder, loc, lhs, rhs);
  if (isUnsigned(lhs.getType()))
    return rest;
  Value shifted = addScalar(builder, loc, rest, rhs);
  Value adjust;
  if (isa<FloatType>(lhs.getType())) {
    // copysign instead of rest * rhs: the product of two small numbers
    // underflows to 0 and loses its sign.
    Value zero = zeroOf(builder, loc, lhs.getType());
    Value product =
        mulScalar(builder, loc,
                  math::CopySignOp::create(
                      builder, loc, oneOf(builder, loc, lhs.getType()), rest),
                  rhs);
    Value differ = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::OLT, product, zero);
    Value hasRest = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::ONE, rest, zero);
    adjust = arith::AndIOp::create(builder, loc, differ, hasRest);
  } else {
    adjust = roundsDown(builder, loc, rest, rhs);
  }
  return arith::SelectOp::create(builder, loc, adjust, shifted, rest);
}

/// A power with a negative exponent is 1 divided by the power, rounded towards
/// zero: of 1 and -1 it is not 0. By squaring, a step for each bit.
/// 2 ** -1 is 0 as an integer; ONNX leaves it open and numpy raises an error.
static Value integerPower(OpBuilder &builder, Location loc, Value base,
                          Value exponent) {
  Type type = base.getType();
  auto number = [&](int64_t value) -> Value {
    APInt bits(type.getIntOrFloatBitWidth(), static_cast<uint64_t>(value),
               /*isSigned=*/true, /*implicitTrunc=*/true);
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, bits));
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  };
  auto choose = [&](Value condition, Value yes, Value no) -> Value {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  };
  auto isBitSet = [&](unsigned bit) -> Value {
    Value mask = arith::AndIOp::create(builder, loc, exponent,
                                       number(int64_t(1) << bit));
    return compare(arith::CmpIPredicate::ne, mask, number(0));
  };
  Value power = number(1), square = base;
  // The sign bit of a signed exponent is no power of two; negative exponents
  // are handled at the end.
  unsigned numBits = type.getIntOrFloatBitWidth() - (isUnsigned(type) ? 0 : 1);
  for (unsigned bit = 0; bit < numBits; ++bit) {
    Value product = arith::MulIOp::create(builder, loc, power, square);
    // Selects and not branches, so that loops over elements vectorize. 63
    // steps for i64 cost less than a call.
    power = choose(isBitSet(bit), product, power);
    square = arith::MulIOp::create(builder, loc, square, square);
  }
  if (isUnsigned(type))
    return power;
  Value isUnit = compare(arith::CmpIPredicate::eq, base, number(1));
  Value isMinus = compare(arith::CmpIPredicate::eq, base, number(-1));
  Value inverse = choose(
      isUnit, number(1),
      choose(isMinus, choose(isBitSet(0), number(-1), number(1)), number(0)));
  return choose(compare(arith::CmpIPredicate::slt, exponent, number(0)),
                inverse, power);
}

static Value powerElement(OpBuilder &builder, Location loc, Value lhs,
                          Value rhs) {
  if (!isa<FloatType>(lhs.getType()))
    return integerPower(builder, loc, lhs, rhs);
  return math::PowFOp::create(builder, loc, lhs, rhs);
}

static Value atan2Element(OpBuilder &builder, Location loc, Value lhs,
                          Value rhs) {
  return math::Atan2Op::create(builder, loc, lhs, rhs);
}

/// log(exp(x) + exp(y)) = max + log1p(exp(-|x - y|))
/// Without the shift exp overflows for 89 in f32; log1p keeps small sums.
static Value logAddExpElement(OpBuilder &builder, Location loc, Value lhs,
                              Value rhs) {
  Value greater = maxScalar(builder, loc, lhs, rhs);
  Value distance =
      math::AbsFOp::create(builder, loc, subScalar(builder, loc, lhs, rhs));
  Value power = math::ExpOp::create(
      builder, loc, arith::NegFOp::create(builder, loc, distance));
  Value sum = addScalar(builder, loc, greater,
                        math::Log1pOp::create(builder, loc, power));
  // Equal infinities have no distance.
  // inf - inf is NaN, but log(exp(inf) + exp(inf)) is infinity.
  Value same =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, lhs, rhs);
  Value magnitude = math::AbsFOp::create(builder, loc, lhs);
  Value infinite =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, magnitude,
                            highestOf(builder, loc, lhs.getType()));
  Value both = arith::AndIOp::create(builder, loc, same, infinite);
  return arith::SelectOp::create(builder, loc, both, lhs, sum);
}

/// A shift that gives 0 (or the sign) where it is as wide as the type.
/// arith's shifts are poison if the amount is the width or more. Here the
/// result is what shifting bit by bit gives.
template <typename ShiftOp>
static Value shiftElement(OpBuilder &builder, Location loc, Value lhs,
                          Value rhs) {
  Type type = lhs.getType();
  // A right shift of a signed number keeps the sign, of an unsigned one brings
  // zeros.
  if constexpr (std::is_same_v<ShiftOp, arith::ShRSIOp>)
    if (isUnsigned(type))
      return shiftElement<arith::ShRUIOp>(builder, loc, lhs, rhs);
  int64_t width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  Value last = constantScalar(builder, loc, type, width - 1);
  // Unsigned, so that negative amounts are too wide as well.
  Value tooWide =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, rhs, last);
  Value amount = arith::SelectOp::create(builder, loc, tooWide, last, rhs);
  Value shifted = ShiftOp::create(builder, loc, lhs, amount);
  if (std::is_same_v<ShiftOp, arith::ShRSIOp>)
    return shifted;
  return arith::SelectOp::create(builder, loc, tooWide,
                                 zeroOf(builder, loc, type), shifted);
}

// fma rounds once for floats that have it. Integers have no rounding, so a
// product and a sum are the same.
static LogicalResult lowerFMA(EwiseFMAOp op, KernelBuilder &kernel) {
  return buildElementwise(
      kernel, "ewise_fma",
      [](OpBuilder &builder, Location loc, ValueRange elements) {
        Type type = elements[0].getType(), wide = getAccumulatorType(type);
        auto widen = [&](unsigned i) {
          return castScalar(builder, loc, elements[i], wide);
        };
        Value result =
            isa<FloatType>(wide)
                ? math::FmaOp::create(builder, loc, widen(0), widen(1),
                                      widen(2))
                      .getResult()
                : addScalar(builder, loc,
                            mulScalar(builder, loc, widen(0), widen(1)),
                            widen(2));
        return castScalar(builder, loc, result, type);
      });
}

template <typename Op, arith::CmpFPredicate floats,
          arith::CmpIPredicate integers>
static void addComparison(LegalizationTable &table) {
  table.add(lowerBinary<Op, compareElements<floats, integers>>);
}

void populateBinaryLegalizations(LegalizationTable &table) {
  using FloatPredicate = arith::CmpFPredicate;
  using IntegerPredicate = arith::CmpIPredicate;
  table.add(lowerBinary<AddOp, addScalar>);
  table.add(lowerWideBinary<Atan2Op, atan2Element>);
  table.add(lowerBinary<BitwiseAndOp, applyBits<arith::AndIOp>>);
  table.add(lowerBinary<BitwiseOrOp, applyBits<arith::OrIOp>>);
  table.add(lowerBinary<BitwiseXorOp, applyBits<arith::XOrIOp>>);
  table.add(lowerBinary<DivideOp, divScalar>);
  table.add(lowerFMA);
  table.add(lowerWideBinary<FloorDivideOp, floorDivideElement>);
  table.add(lowerWideBinary<FloorModOp, floorModElement>);
  table.add(lowerBinary<LeftShiftOp, shiftElement<arith::ShLIOp>>);
  table.add(lowerWideBinary<LogAddExpOp, logAddExpElement>);
  table.add(lowerBinary<LogicalAndOp, applyBits<arith::AndIOp>>);
  table.add(lowerBinary<LogicalOrOp, applyBits<arith::OrIOp>>);
  table.add(lowerBinary<LogicalXorOp, applyBits<arith::XOrIOp>>);
  table.add(lowerBinary<MaximumOp, maxScalar>);
  table.add(lowerBinary<MinimumOp, minScalar>);
  table.add(lowerWideBinary<ModOp, modElement>);
  table.add(lowerBinary<MultiplyOp, mulScalar>);
  table.add(lowerWideBinary<PowerOp, powerElement>);
  table.add(lowerBinary<RightShiftOp, shiftElement<arith::ShRSIOp>>);
  table.add(lowerBinary<SubtractOp, subScalar>);
  // Equal is ordered and not-equal unordered: NaN == NaN is false, NaN != NaN
  // is true, in IEEE 754 and in all frontends.
  addComparison<EqualOp, FloatPredicate::OEQ, IntegerPredicate::eq>(table);
  addComparison<NotEqualOp, FloatPredicate::UNE, IntegerPredicate::ne>(table);
  addComparison<GreaterOp, FloatPredicate::OGT, IntegerPredicate::sgt>(table);
  addComparison<GreaterEqualOp, FloatPredicate::OGE, IntegerPredicate::sge>(
      table);
  addComparison<LessOp, FloatPredicate::OLT, IntegerPredicate::slt>(table);
  addComparison<LessEqualOp, FloatPredicate::OLE, IntegerPredicate::sle>(table);
}

} // namespace mlir::relax
