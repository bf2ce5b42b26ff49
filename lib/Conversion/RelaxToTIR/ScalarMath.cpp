// Arithmetic on one element, whatever its type.
#include "ScalarMath.h"

#include "NarrowFloat.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::relax {

// Arithmetic in arith is signless; the sign is a property of the op. i1 counts
// as unsigned, since true must be 1.
bool isUnsigned(Type type) {
  return type.isInteger(1) || type.isUnsignedInteger();
}

static Value constantFloat(OpBuilder &builder, Location loc, Type type,
                           const APFloat &value) {
  return arith::ConstantOp::create(builder, loc, FloatAttr::get(type, value));
}

static Value constantInteger(OpBuilder &builder, Location loc, Type type,
                             const APInt &value) {
  return arith::ConstantOp::create(builder, loc, IntegerAttr::get(type, value));
}

static unsigned getWidth(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

Value constantScalar(OpBuilder &builder, Location loc, Type type,
                     double value) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, value));
  if (type.isInteger(1))
    return constantInteger(builder, loc, type, APInt(1, value != 0));
  // A double that the type does not have takes the nearest value; APFloat
  // saturates when converting.
  llvm::APSInt nearest(getWidth(type), isUnsigned(type));
  bool isExact;
  APFloat(value).convertToInteger(nearest, APFloat::rmTowardZero, &isExact);
  return constantInteger(builder, loc, type, nearest);
}

// Two bits of headroom make signed and unsigned 64-bit values comparable.
Value constantScalar(OpBuilder &builder, Location loc, Type type,
                     Attribute number) {
  if (auto value = dyn_cast<FloatAttr>(number))
    return constantScalar(builder, loc, type, value.getValueAsDouble());
  APInt value = cast<IntegerAttr>(number).getValue();
  bool hasSign = !isUnsigned(cast<IntegerAttr>(number).getType());
  if (isa<FloatType>(type))
    return constantScalar(builder, loc, type,
                          value.roundToDouble(/*isSigned=*/hasSign));
  if (type.isInteger(1))
    return constantInteger(builder, loc, type, APInt(1, !value.isZero()));
  unsigned width = getWidth(type), wide = std::max(width, value.getBitWidth());
  // Two bits more hold each value with or without a sign.
  auto widen = [&](const APInt &from, bool withSign) {
    return withSign ? from.sext(wide + 2) : from.zext(wide + 2);
  };
  bool keepsSign = !isUnsigned(type);
  APInt low = keepsSign ? APInt::getSignedMinValue(width) : APInt(width, 0);
  APInt high =
      keepsSign ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  APInt nearest = llvm::APIntOps::smin(
      llvm::APIntOps::smax(widen(value, hasSign), widen(low, keepsSign)),
      widen(high, keepsSign));
  return constantInteger(builder, loc, type, nearest.trunc(width));
}

Value allBitsOf(OpBuilder &builder, Location loc, Type type) {
  return constantInteger(builder, loc, type, APInt::getAllOnes(getWidth(type)));
}

Value zeroOf(OpBuilder &builder, Location loc, Type type) {
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

Value oneOf(OpBuilder &builder, Location loc, Type type) {
  return arith::ConstantOp::create(builder, loc, builder.getOneAttr(type));
}

/// Infinity; of floats that have none the greatest one.
/// f8 formats without infinity have their largest number as identity of min.
static APFloat greatest(FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  return APFloat::semanticsHasInf(semantics) ? APFloat::getInf(semantics)
                                             : APFloat::getLargest(semantics);
}

Value lowestOf(OpBuilder &builder, Location loc, Type type) {
  if (auto number = dyn_cast<FloatType>(type))
    return constantFloat(builder, loc, type, -greatest(number));
  unsigned width = getWidth(type);
  return constantInteger(builder, loc, type,
                         isUnsigned(type) ? APInt::getZero(width)
                                          : APInt::getSignedMinValue(width));
}

Value highestOf(OpBuilder &builder, Location loc, Type type) {
  if (auto number = dyn_cast<FloatType>(type))
    return constantFloat(builder, loc, type, greatest(number));
  unsigned width = getWidth(type);
  return constantInteger(builder, loc, type,
                         isUnsigned(type) ? APInt::getMaxValue(width)
                                          : APInt::getSignedMaxValue(width));
}

/// The function of two floats of 8 bits, computed in f32.
/// f8 arithmetic is f32 arithmetic with one rounding per operation.
static Value applyWide(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                       ScalarFunction function) {
  Value wide = function(builder, loc, widenFloat8(builder, loc, lhs),
                        widenFloat8(builder, loc, rhs));
  return castScalar(builder, loc, wide, lhs.getType());
}

Value addScalar(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  if (isFloat8(lhs.getType()))
    return applyWide(builder, loc, lhs, rhs, addScalar);
  if (isa<FloatType>(lhs.getType()))
    return arith::AddFOp::create(builder, loc, lhs, rhs);
  // bool + bool is `or` and bool * bool is `and`, as in numpy.
  if (lhs.getType().isInteger(1))
    return arith::OrIOp::create(builder, loc, lhs, rhs);
  return arith::AddIOp::create(builder, loc, lhs, rhs);
}

Value subScalar(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  if (isFloat8(lhs.getType()))
    return applyWide(builder, loc, lhs, rhs, subScalar);
  if (isa<FloatType>(lhs.getType()))
    return arith::SubFOp::create(builder, loc, lhs, rhs);
  return arith::SubIOp::create(builder, loc, lhs, rhs);
}

Value mulScalar(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  if (isFloat8(lhs.getType()))
    return applyWide(builder, loc, lhs, rhs, mulScalar);
  if (isa<FloatType>(lhs.getType()))
    return arith::MulFOp::create(builder, loc, lhs, rhs);
  if (lhs.getType().isInteger(1))
    return arith::AndIOp::create(builder, loc, lhs, rhs);
  return arith::MulIOp::create(builder, loc, lhs, rhs);
}

/// Whether integer division has no value: by zero, or -1 under the minimum.
/// INT_MIN / -1 overflows, which traps on x86 and is undefined in LLVM. The
/// quotient by 1 instead is INT_MIN, which is what wrapping gives.
static Value divisionTraps(OpBuilder &builder, Location loc, Value lhs,
                           Value rhs) {
  Type type = lhs.getType();
  Value zero = zeroOf(builder, loc, type);
  Value traps =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rhs, zero);
  if (isUnsigned(type))
    return traps;
  Value minusOne = constantScalar(builder, loc, type, -1);
  Value lowest = lowestOf(builder, loc, type);
  Value overflows = arith::AndIOp::create(
      builder, loc,
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rhs,
                            minusOne),
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, lhs,
                            lowest));
  return arith::OrIOp::create(builder, loc, traps, overflows);
}

// No trap, and 0 for a divisor of 0: elements that are masked later may have
// any divisor.
Value divScalar(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  Type type = lhs.getType();
  if (isFloat8(type))
    return applyWide(builder, loc, lhs, rhs, divScalar);
  if (isa<FloatType>(type))
    return arith::DivFOp::create(builder, loc, lhs, rhs);
  Value traps = divisionTraps(builder, loc, lhs, rhs);
  Value one = oneOf(builder, loc, type);
  Value divisor = arith::SelectOp::create(builder, loc, traps, one, rhs);
  Value quotient =
      isUnsigned(type)
          ? Value(arith::DivUIOp::create(builder, loc, lhs, divisor))
          : Value(arith::DivSIOp::create(builder, loc, lhs, divisor));
  Value byZero = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       rhs, zeroOf(builder, loc, type));
  return arith::SelectOp::create(builder, loc, byZero,
                                 zeroOf(builder, loc, type), quotient);
}

// arith.maximumf propagates NaN and orders -0 below 0 (IEEE 754-2019 maximum);
// maxnumf would drop NaN.
Value maxScalar(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  Type type = lhs.getType();
  if (isFloat8(type))
    return applyWide(builder, loc, lhs, rhs, maxScalar);
  if (isa<FloatType>(type))
    return arith::MaximumFOp::create(builder, loc, lhs, rhs);
  if (isUnsigned(type))
    return arith::MaxUIOp::create(builder, loc, lhs, rhs);
  return arith::MaxSIOp::create(builder, loc, lhs, rhs);
}

Value minScalar(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  Type type = lhs.getType();
  if (isFloat8(type))
    return applyWide(builder, loc, lhs, rhs, minScalar);
  if (isa<FloatType>(type))
    return arith::MinimumFOp::create(builder, loc, lhs, rhs);
  if (isUnsigned(type))
    return arith::MinUIOp::create(builder, loc, lhs, rhs);
  return arith::MinSIOp::create(builder, loc, lhs, rhs);
}

static arith::CmpIPredicate toUnsigned(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::slt:
    return arith::CmpIPredicate::ult;
  case arith::CmpIPredicate::sle:
    return arith::CmpIPredicate::ule;
  case arith::CmpIPredicate::sgt:
    return arith::CmpIPredicate::ugt;
  case arith::CmpIPredicate::sge:
    return arith::CmpIPredicate::uge;
  default:
    return predicate;
  }
}

// The signed predicate is the general one; it becomes unsigned by type.
Value compareScalar(OpBuilder &builder, Location loc,
                    arith::CmpFPredicate floats, arith::CmpIPredicate integers,
                    Value lhs, Value rhs) {
  if (isFloat8(lhs.getType())) {
    lhs = widenFloat8(builder, loc, lhs);
    rhs = widenFloat8(builder, loc, rhs);
  }
  if (isa<FloatType>(lhs.getType()))
    return arith::CmpFOp::create(builder, loc, floats, lhs, rhs);
  if (isUnsigned(lhs.getType()))
    integers = toUnsigned(integers);
  return arith::CmpIOp::create(builder, loc, integers, lhs, rhs);
}

/// floatToInteger where both bounds are floats: truncating what lies between
/// them is all. NaN is above no bound, so one that is 0 is NaN's result, too.
static Value clampToInteger(OpBuilder &builder, Location loc, Value value,
                            Type type, std::pair<Value, Value> bounds) {
  auto choose = [&](arith::CmpFPredicate predicate, Value other,
                    Value otherwise) -> Value {
    Value isKept = arith::CmpFOp::create(builder, loc, predicate, value, other);
    return arith::SelectOp::create(builder, loc, isKept, value, otherwise);
  };
  if (!isUnsigned(type))
    value = choose(arith::CmpFPredicate::ORD, value,
                   zeroOf(builder, loc, value.getType()));
  value = choose(arith::CmpFPredicate::OGT, bounds.first, bounds.first);
  value = choose(arith::CmpFPredicate::OLT, bounds.second, bounds.second);
  return isUnsigned(type)
             ? Value(arith::FPToUIOp::create(builder, loc, type, value))
             : Value(arith::FPToSIOp::create(builder, loc, type, value));
}

/// A float as an integer: truncated, saturated, 0 for NaN.
/// LLVM's fptosi is poison outside of the range; hardware gives INT_MIN on x86
/// and saturates on ARM. Selects make it one rule.
static Value floatToInteger(OpBuilder &builder, Location loc, Value value,
                            Type type) {
  auto from = cast<FloatType>(value.getType());
  unsigned width = getWidth(type);
  APInt low = isUnsigned(type) ? APInt::getZero(width)
                               : APInt::getSignedMinValue(width);
  APInt high = isUnsigned(type) ? APInt::getMaxValue(width)
                                : APInt::getSignedMaxValue(width);
  // Toward zero, so that the bound itself is representable: for i64 and f32
  // that is -2^63.
  auto toFloat = [&](const APInt &bound) {
    APFloat result(from.getFloatSemantics());
    result.convertFromAPInt(bound, /*IsSigned=*/true, APFloat::rmTowardZero);
    return constantFloat(builder, loc, from, result);
  };
  // What quantized products of bytes end with: comparisons of the result's
  // 8 bits would be in vectors of other lengths than those of floats.
  if (from.getFPMantissaWidth() >= width)
    return clampToInteger(builder, loc, value, type,
                          {toFloat(low.sext(width + 2)),
                           toFloat(isUnsigned(type) ? high.zext(width + 2)
                                                    : high.sext(width + 2))});
  // One above the greatest value: a power of two, hence exact where finite.
  // INT_MAX is no float for 32 and 64 bits; comparing with < 2^n is exact.
  Value lowFloat = toFloat(low.sext(width + 2));
  Value highFloat = toFloat(
      (isUnsigned(type) ? high.zext(width + 2) : high.sext(width + 2)) + 1);
  // The conversion itself only sees values that it has a result for.
  Value inside = arith::AndIOp::create(
      builder, loc,
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGE, value,
                            lowFloat),
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, value,
                            highFloat));
  Value safe = arith::SelectOp::create(builder, loc, inside, value,
                                       zeroOf(builder, loc, from));
  Value converted =
      isUnsigned(type)
          ? Value(arith::FPToUIOp::create(builder, loc, type, safe))
          : Value(arith::FPToSIOp::create(builder, loc, type, safe));
  Value isHigh = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGE,
                                       value, highFloat);
  Value isLow = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT,
                                      value, lowFloat);
  converted = arith::SelectOp::create(builder, loc, isHigh,
                                      constantInteger(builder, loc, type, high),
                                      converted);
  return arith::SelectOp::create(
      builder, loc, isLow, constantInteger(builder, loc, type, low), converted);
}

/// An f64 as f32, rounded to odd: towards zero, and the last bit set where that
/// is not exact. Rounded once more, to less bits, it is as if rounded once.
/// Double rounding: f64 to f32 to bf16 rounds a number just above a tie down to
/// the tie and then to even. Round to odd keeps a sticky bit, and is right for
/// formats with at least two bits less (Boldo and Melquiond, 2008).
static Value roundToOdd(OpBuilder &builder, Location loc, Value value) {
  Type f32 = builder.getF32Type(), i32 = builder.getI32Type();
  Value near = arith::TruncFOp::create(builder, loc, f32, value);
  Value back = arith::ExtFOp::create(builder, loc, value.getType(), near);
  auto compare = [&](arith::CmpFPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpFOp::create(builder, loc, predicate, lhs, rhs);
  };
  Value isRounded = compare(arith::CmpFPredicate::ONE, back, value);
  Value isBeyond = compare(arith::CmpFPredicate::OGT,
                           math::AbsFOp::create(builder, loc, back),
                           // TruncF rounds to nearest; if it went up, the
                           // magnitude is one unit too large.
                           math::AbsFOp::create(builder, loc, value));
  Value one = arith::ConstantIntOp::create(builder, loc, i32, 1);
  Value bits = arith::BitcastOp::create(builder, loc, i32, near);
  Value nearer = arith::SubIOp::create(builder, loc, bits, one);
  Value cut = arith::SelectOp::create(builder, loc, isBeyond, nearer, bits);
  Value odd = arith::OrIOp::create(builder, loc, cut, one);
  bits = arith::SelectOp::create(builder, loc, isRounded, odd, bits);
  return arith::BitcastOp::create(builder, loc, f32, bits);
}

static Value castFloat(OpBuilder &builder, Location loc, Value value,
                       FloatType to, OutOfRange beyond) {
  // No library has a function from f64 to bf16.
  // compiler-rt and libgcc have __truncdfbf2 only in newer versions.
  if (value.getType().isF64() && (to.isBF16() || isFloat8(to)))
    value = roundToOdd(builder, loc, value);
  if (isFloat8(to))
    return narrowToFloat8(builder, loc,
                          castScalar(builder, loc, value, builder.getF32Type()),
                          to, beyond);
  auto from = cast<FloatType>(value.getType());
  // The bits of f32 are those of bf16 and more.
  if (from.isBF16() && to.isF64()) {
    value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
    return arith::ExtFOp::create(builder, loc, to, value);
  }
  if (from.getWidth() < to.getWidth())
    return arith::ExtFOp::create(builder, loc, to, value);
  if (from.getWidth() > to.getWidth())
    return arith::TruncFOp::create(builder, loc, to, value);
  // f16 and bf16 meet in f32.
  // Neither contains the other: f16 has more mantissa, bf16 more exponent. f32
  // holds both exactly.
  Value wide = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  return arith::TruncFOp::create(builder, loc, to, wide);
}

static Value castInteger(OpBuilder &builder, Location loc, Value value,
                         Type type) {
  Type from = value.getType();
  if (type.isIndex() || from.isIndex())
    return isUnsigned(from)
               ? Value(arith::IndexCastUIOp::create(builder, loc, type, value))
               : Value(arith::IndexCastOp::create(builder, loc, type, value));
  // Equal widths differ only in the sign of the type.
  if (getWidth(from) == getWidth(type))
    return arith::BitcastOp::create(builder, loc, type, value);
  if (getWidth(from) > getWidth(type))
    return arith::TruncIOp::create(builder, loc, type, value);
  if (isUnsigned(from))
    return arith::ExtUIOp::create(builder, loc, type, value);
  return arith::ExtSIOp::create(builder, loc, type, value);
}

// Every pair of types goes through one of few paths, each of which rounds at
// most once.
Value castScalar(OpBuilder &builder, Location loc, Value value, Type type,
                 OutOfRange beyond) {
  Type from = value.getType();
  if (from == type)
    return value;
  // Not 0, NaN included.
  // C's and numpy's rule: NaN is true.
  if (type.isInteger(1))
    return compareScalar(builder, loc, arith::CmpFPredicate::UNE,
                         arith::CmpIPredicate::ne, value,
                         zeroOf(builder, loc, from));
  auto number = dyn_cast<FloatType>(type);
  // Integers meet floats of 8 bits in f32.
  if (isFloat8(from))
    value = widenFloat8(builder, loc, value);
  else if (number && isFloat8(number) && !isa<FloatType>(from))
    value = castScalar(builder, loc, value, builder.getF32Type());
  from = value.getType();
  if (from == type)
    return value;
  if (isa<FloatType>(from) && type.isIndex())
    return castInteger(
        // 64-bit index goes through i64.
        builder, loc, floatToInteger(builder, loc, value, builder.getI64Type()),
        type);
  if (isa<FloatType>(from))
    return number ? castFloat(builder, loc, value, number, beyond)
                  : floatToInteger(builder, loc, value, type);
  if (!number)
    return castInteger(builder, loc, value, type);
  if (from.isIndex())
    value = castInteger(builder, loc, value, builder.getI64Type());
  return isUnsigned(from)
             ? Value(arith::UIToFPOp::create(builder, loc, type, value))
             : Value(arith::SIToFPOp::create(builder, loc, type, value));
}

/// erf(x) = 2 x / sqrt(pi) * exp(-x^2) * (1 + y/3 (1 + y/5 (1 + y/7 (...))))
/// for y = 2 x^2, all terms of one sign. From 6 on it is 1 to the last bit.
/// A series with positive terms: no cancellation. 125 terms reach 1e-16 for |x|
/// <= 6. math.erf on f64 has no lowering upstream.
static Value erfDouble(OpBuilder &builder, Location loc, Value x) {
  auto number = [&](double value) {
    return constantScalar(builder, loc, x.getType(), value);
  };
  auto times = [&](Value lhs, Value rhs) {
    return mulScalar(builder, loc, lhs, rhs);
  };
  constexpr int64_t lastTerm = 125; // 72 / (2 n + 1) stays below 1/3.
  // Clamped, or large x would overflow in the square; the result is chosen
  // below.
  x = maxScalar(builder, loc, minScalar(builder, loc, x, number(6)),
                number(-6));
  Value square = times(x, x), y = times(square, number(2)), sum = number(1);
  for (int64_t term = lastTerm; term > 0; --term)
    sum = addScalar(builder, loc,
                    times(sum, times(y, number(1 / (2 * double(term) + 1)))),
                    number(1));
  Value decay = math::ExpOp::create(builder, loc, times(square, number(-1)));
  Value inner = times(times(sum, decay), times(x, number(1.1283791670955126)));
  Value isEnd = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGE,
                                      square, number(36));
  Value end = math::CopySignOp::create(builder, loc, number(1), x);
  return arith::SelectOp::create(builder, loc, isEnd, end, inner);
}

Value erfScalar(OpBuilder &builder, Location loc, Value x) {
  // LLVM has no such function; the f32 one is expanded before it sees it.
  return x.getType().isF64() ? erfDouble(builder, loc, x)
                             : Value(math::ErfOp::create(builder, loc, x));
}

Value addProduct(OpBuilder &builder, Location loc, Value sum, Value lhs,
                 Value rhs) {
  Type wide = sum.getType();
  Value product = mulScalar(builder, loc, castScalar(builder, loc, lhs, wide),
                            castScalar(builder, loc, rhs, wide));
  return addScalar(builder, loc, sum, product);
}

// f64 and integers accumulate in themselves.
Type getAccumulatorType(Type type) {
  auto number = dyn_cast<FloatType>(type);
  return number && number.getWidth() < 32
             ? Type(Float32Type::get(type.getContext()))
             : type;
}

} // namespace mlir::relax
