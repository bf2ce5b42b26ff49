// Lowers the ops that map each element of one tensor.
#include "Elementwise.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::relax {

using UnaryFunction = Value (*)(OpBuilder &, Location, Value);

/// One element after another through `function`, narrow floats in f32.
/// f16 and bf16 in f32: functions of the C library know f32 and f64 only, and a
/// polynomial in f16 would be rounded at each step.
template <typename Op, UnaryFunction function>
static LogicalResult lowerUnary(Op op, KernelBuilder &kernel) {
  return buildElementwise(
      kernel, op->getName().stripDialect(),
      [](OpBuilder &builder, Location loc, ValueRange elements) {
        Type type = elements[0].getType();
        Value wide =
            castScalar(builder, loc, elements[0], getAccumulatorType(type));
        Value result = function(builder, loc, wide);
        // Tests give i1, which stays.
        return result.getType() == wide.getType()
                   ? castScalar(builder, loc, result, type)
                   : result;
      });
}

template <typename MathOp>
static Value apply(OpBuilder &builder, Location loc, Value x) {
  return MathOp::create(builder, loc, x);
}

/// log(1 + large + rest), of `large` >= 0 and a `rest` below its last place
/// What the rounding of 1 + large loses is known, and so is the slope of the
/// logarithm there: log1p of the sum alone would be off by as much as `rest`.
static Value logOfSum(OpBuilder &builder, Location loc, Value large,
                      Value rest) {
  Value one = oneOf(builder, loc, large.getType());
  Value sum = addScalar(builder, loc, one, large);
  // The smaller one of the two, less what of it has come into the sum.
  Value isSmall = compareScalar(builder, loc, arith::CmpFPredicate::OLT,
                                arith::CmpIPredicate::slt, large, one);
  Value lost = arith::SelectOp::create(
      builder, loc, isSmall,
      subScalar(builder, loc, large, subScalar(builder, loc, sum, one)),
      subScalar(builder, loc, one, subScalar(builder, loc, sum, large)));
  return addScalar(
      builder, loc, Value(math::LogOp::create(builder, loc, sum)),
      divScalar(builder, loc, addScalar(builder, loc, lost, rest), sum));
}

/// log(2 * x), where the double of x would overflow
static Value logOfDouble(OpBuilder &builder, Location loc, Value x) {
  return addScalar(
      builder, loc, Value(math::LogOp::create(builder, loc, x)),
      constantScalar(builder, loc, x.getType(), 0.6931471805599453));
}

/// Whether 1 does not count beside the square of `x`, which may overflow
static Value isHuge(OpBuilder &builder, Location loc, Value x) {
  return compareScalar(builder, loc, arith::CmpFPredicate::OGT,
                       arith::CmpIPredicate::sgt, x,
                       constantScalar(builder, loc, x.getType(), 1e9));
}

/// log(|x| + sqrt(x^2 + 1)), with the sign of x
/// The textbook form for negative x subtracts numbers that are nearly equal:
/// asinh(-1e4) in f32 would lose most digits. It is odd, so |x| will do.
static Value asinhElement(OpBuilder &builder, Location loc, Value x) {
  Value one = oneOf(builder, loc, x.getType());
  Value size = math::AbsFOp::create(builder, loc, x);
  Value square = mulScalar(builder, loc, x, x);
  Value root =
      math::SqrtOp::create(builder, loc, addScalar(builder, loc, square, one));
  // x^2 / (1 + root) is root - 1, without cancellation near 0.
  Value excess =
      divScalar(builder, loc, square, addScalar(builder, loc, root, one));
  // The excess is the smaller one, hence `rest` is exact.
  Value sum = addScalar(builder, loc, size, excess);
  Value rest =
      subScalar(builder, loc, excess, subScalar(builder, loc, sum, size));
  Value result = arith::SelectOp::create(
      builder, loc, isHuge(builder, loc, size), logOfDouble(builder, loc, size),
      logOfSum(builder, loc, sum, rest));
  return math::CopySignOp::create(builder, loc, result, x);
}

/// log(x + sqrt(x^2 - 1)); NaN below 1
/// With t = x - 1, which is exact near 1, x^2 - 1 is t * t + 2 * t: x * x - 1
/// has lost the digits that count.
static Value acoshElement(OpBuilder &builder, Location loc, Value x) {
  Type type = x.getType();
  Value one = oneOf(builder, loc, type);
  Value above = subScalar(builder, loc, x, one);
  Value twice = addScalar(builder, loc, above, above);
  Value square = math::FmaOp::create(builder, loc, above, above, twice);
  Value root = math::SqrtOp::create(builder, loc, square);
  // What the roundings of the square and of its root have lost. Near 1 the root
  // is nearly all of the result, and so is its error. The least divisor is for
  // x = 1, where both are 0.
  Value lost = addScalar(
      builder, loc,
      Value(math::FmaOp::create(builder, loc,
                                arith::NegFOp::create(builder, loc, root), root,
                                square)),
      Value(math::FmaOp::create(builder, loc, above, above,
                                subScalar(builder, loc, twice, square))));
  Value slope = maxScalar(builder, loc, addScalar(builder, loc, root, root),
                          constantScalar(builder, loc, type, 1e-30));
  // `above` is the smaller one, hence its part of `rest` is exact.
  Value sum = addScalar(builder, loc, above, root);
  Value rest = addScalar(
      builder, loc,
      subScalar(builder, loc, above, subScalar(builder, loc, sum, root)),
      divScalar(builder, loc, lost, slope));
  Value near = logOfSum(builder, loc, sum, rest);
  // Below -1 the square is positive, too.
  Value isOutside = compareScalar(builder, loc, arith::CmpFPredicate::OLT,
                                  arith::CmpIPredicate::slt, x, one);
  Value nan = constantScalar(builder, loc, type,
                             std::numeric_limits<double>::quiet_NaN());
  near = arith::SelectOp::create(builder, loc, isOutside, nan, near);
  return arith::SelectOp::create(builder, loc, isHuge(builder, loc, x),
                                 logOfDouble(builder, loc, x), near);
}

/// (log1p(x) - log1p(-x)) / 2
/// And not log((1 + x) / (1 - x)) / 2, whose quotient is 1 + 2x and loses small
/// x.
static Value atanhElement(OpBuilder &builder, Location loc, Value x) {
  Value minus = arith::NegFOp::create(builder, loc, x);
  Value difference =
      subScalar(builder, loc, Value(math::Log1pOp::create(builder, loc, x)),
                Value(math::Log1pOp::create(builder, loc, minus)));
  return mulScalar(builder, loc, difference,
                   constantScalar(builder, loc, x.getType(), 0.5));
}

/// A rounding: nothing happens to integers.
template <typename MathOp>
static Value roundElement(OpBuilder &builder, Location loc, Value x) {
  return isa<FloatType>(x.getType()) ? Value(MathOp::create(builder, loc, x))
                                     : x;
}

static Value absElement(OpBuilder &builder, Location loc, Value x) {
  if (isa<FloatType>(x.getType()))
    return math::AbsFOp::create(builder, loc, x);
  return isUnsigned(x.getType()) ? x
                                 : Value(math::AbsIOp::create(builder, loc, x));
}

static Value negateElement(OpBuilder &builder, Location loc, Value x) {
  if (isa<FloatType>(x.getType()))
    return arith::NegFOp::create(builder, loc, x);
  return subScalar(builder, loc, zeroOf(builder, loc, x.getType()), x);
}

static Value squareElement(OpBuilder &builder, Location loc, Value x) {
  return mulScalar(builder, loc, x, x);
}

/// With p = exp(-|x|) and q = p / (1 + p): 1 - q, or p - p * q below 0.
/// exp(-x) overflows f32 below -88, where the result is still a number of f32.
/// And not p / (1 + p) there: of a small p the rounding of 1 + p alone is a
/// unit in the last place of the quotient, of q it is next to nothing of the
/// result.
static Value sigmoidElement(OpBuilder &builder, Location loc, Value x) {
  Value one = oneOf(builder, loc, x.getType());
  Value size = math::AbsFOp::create(builder, loc, x);
  Value power = math::ExpOp::create(builder, loc,
                                    arith::NegFOp::create(builder, loc, size));
  Value isNegative = compareScalar(builder, loc, arith::CmpFPredicate::OLT,
                                   arith::CmpIPredicate::slt, x,
                                   zeroOf(builder, loc, x.getType()));
  Value share = arith::SelectOp::create(builder, loc, isNegative, power, one);
  Value quotient = arith::DivFOp::create(builder, loc, power,
                                         addScalar(builder, loc, one, power));
  return math::FmaOp::create(builder, loc,
                             arith::NegFOp::create(builder, loc, quotient),
                             share, share);
}

/// -1, 0 or 1; NaN and zeros stay.
/// NumPy's sign: of NaN it is NaN, of -0 it is -0.
static Value signElement(OpBuilder &builder, Location loc, Value x) {
  Type type = x.getType();
  Value zero = zeroOf(builder, loc, type);
  Value positive = compareScalar(builder, loc, arith::CmpFPredicate::OGT,
                                 arith::CmpIPredicate::sgt, x, zero);
  Value result = x;
  if (!isUnsigned(type)) {
    Value negative = compareScalar(builder, loc, arith::CmpFPredicate::OLT,
                                   arith::CmpIPredicate::slt, x, zero);
    Value minusOne = constantScalar(builder, loc, type, -1);
    result = arith::SelectOp::create(builder, loc, negative, minusOne, x);
  }
  return arith::SelectOp::create(builder, loc, positive,
                                 oneOf(builder, loc, type), result);
}

// Of booleans, an i1, it is the logical not.
static Value invertBits(OpBuilder &builder, Location loc, Value x) {
  Value ones = allBitsOf(builder, loc, x.getType());
  return arith::XOrIOp::create(builder, loc, x, ones);
}

static Value isNanElement(OpBuilder &builder, Location loc, Value x) {
  if (!isa<FloatType>(x.getType()))
    return zeroOf(builder, loc, builder.getI1Type());
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, x, x);
}

/// |x| <predicate> infinity
/// Comparisons with NaN are false, so NaN is neither finite nor infinite.
template <arith::CmpFPredicate predicate, bool forIntegers>
static Value compareWithInfinity(OpBuilder &builder, Location loc, Value x) {
  if (!isa<FloatType>(x.getType()))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getBoolAttr(forIntegers));
  Value magnitude = math::AbsFOp::create(builder, loc, x);
  return arith::CmpFOp::create(builder, loc, predicate, magnitude,
                               highestOf(builder, loc, x.getType()));
}

/// min(max(x, low), high); NaN stays.
/// maxScalar and minScalar give NaN for NaN, as NumPy's clip.
static LogicalResult lowerClip(ClipOp op, KernelBuilder &kernel) {
  return buildElementwise(
      kernel, "clip",
      [&](OpBuilder &builder, Location loc, ValueRange elements) {
        Type type = elements[0].getType();
        Value low = constantScalar(builder, loc, type, op.getMin());
        Value high = constantScalar(builder, loc, type, op.getMax());
        Value raised = maxScalar(builder, loc, elements[0], low);
        return minScalar(builder, loc, raised, high);
      });
}

void populateUnaryLegalizations(LegalizationTable &table) {
  table.add(lowerUnary<AbsOp, absElement>);
  table.add(lowerUnary<AcosOp, apply<math::AcosOp>>);
  table.add(lowerUnary<AcoshOp, acoshElement>);
  table.add(lowerUnary<AsinOp, apply<math::AsinOp>>);
  table.add(lowerUnary<AsinhOp, asinhElement>);
  table.add(lowerUnary<AtanOp, apply<math::AtanOp>>);
  table.add(lowerUnary<AtanhOp, atanhElement>);
  table.add(lowerUnary<BitwiseNotOp, invertBits>);
  table.add(lowerUnary<CeilOp, roundElement<math::CeilOp>>);
  table.add(lowerClip);
  table.add(lowerUnary<CosOp, apply<math::CosOp>>);
  table.add(lowerUnary<CoshOp, apply<math::CoshOp>>);
  table.add(lowerUnary<ErfOp, erfScalar>);
  table.add(lowerUnary<ExpOp, apply<math::ExpOp>>);
  table.add(lowerUnary<FloorOp, roundElement<math::FloorOp>>);
  table.add(lowerUnary<IsFiniteOp,
                       compareWithInfinity<arith::CmpFPredicate::OLT, true>>);
  table.add(lowerUnary<IsInfOp,
                       compareWithInfinity<arith::CmpFPredicate::OEQ, false>>);
  table.add(lowerUnary<IsNanOp, isNanElement>);
  table.add(lowerUnary<LogOp, apply<math::LogOp>>);
  table.add(lowerUnary<LogicalNotOp, invertBits>);
  table.add(lowerUnary<NegativeOp, negateElement>);
  table.add(lowerUnary<RoundOp, roundElement<math::RoundEvenOp>>);
  table.add(lowerUnary<RsqrtOp, apply<math::RsqrtOp>>);
  table.add(lowerUnary<SigmoidOp, sigmoidElement>);
  table.add(lowerUnary<SignOp, signElement>);
  table.add(lowerUnary<SinOp, apply<math::SinOp>>);
  table.add(lowerUnary<SinhOp, apply<math::SinhOp>>);
  table.add(lowerUnary<SqrtOp, apply<math::SqrtOp>>);
  table.add(lowerUnary<SquareOp, squareElement>);
  table.add(lowerUnary<TanOp, apply<math::TanOp>>);
  table.add(lowerUnary<TanhOp, apply<math::TanhOp>>);
  table.add(lowerUnary<TruncOp, roundElement<math::TruncOp>>);
}

} // namespace mlir::relax
