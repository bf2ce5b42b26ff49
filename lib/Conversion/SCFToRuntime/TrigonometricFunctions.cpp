// Trigonometric functions of f32 and their inverses, by arithmetic on f64.
//
// The C library takes vectors apart: 7 ns an element for a sine, 12 for an
// arctangent, where these take about one (AVX-512). Upstream's approximations
// are in f32, and off by more than one unit in the last place where terms
// cancel; with 29 bits more nothing has to be done about that. Coefficients are
// Chebyshev fits (mpmath.chebyfit), with errors below 2^-30 of the result.
#include "FloatFunctions.h"

#include "FloatBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <cmath>

namespace mlir::relax {
namespace {

/// Arithmetic on the elements of an f32 op, widened.
class WideBuilder : public FloatBuilder {
public:
  WideBuilder(Operation *op, PatternRewriter &rewriter)
      : FloatBuilder(op, rewriter, Float64Type::get(op->getContext())) {
    narrow = op->getResult(0).getType();
    if (auto vector = dyn_cast<VectorType>(narrow))
      type = vector.clone(type);
  }

  Value widen(Value x) { return arith::ExtFOp::create(builder, type, x); }
  Value round(Value x) { return arith::TruncFOp::create(builder, narrow, x); }

  Type narrow;
};

/// A number is `quarters` times pi / 2 and a rest of at most pi / 4.
struct Reduced {
  Value quarters, rest;
};

} // namespace

// W. Cody and W. Waite's reduction. pi / 2 is the sum of three constants, and
// what is left after the first one is exact but for its own last bit.
static Reduced reduce(WideBuilder &wide, Value x) {
  // Where this number is added, an integer is left in the lowest bits.
  Value round = wide.number(6755399441055744.0); // 1.5 * 2^52
  Value shifted = wide.fma(x, wide.number(2 / M_PI), round);
  Value n = wide.sub(round, shifted);
  Value rest = x;
  for (double part :
       {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b8p-110})
    rest = wide.fma(n, wide.number(part), rest);
  Value quarters =
      arith::BitcastOp::create(wide.builder, wide.getIntegers(), shifted);
  return {quarters, rest};
}

// Of a rest.
static Value buildSine(WideBuilder &wide, Value x, Value square) {
  Value p =
      wide.polynomial(square, {2.7249864655139085e-6, -1.9840086263755438e-4,
                               8.333331873837089e-3, -0.16666666663853044});
  return wide.fma(p, wide.mul(square, x), x);
}

static Value buildCosine(WideBuilder &wide, Value square) {
  Value p =
      wide.polynomial(square, {-2.723707673132458e-7, 2.4799861502506114e-5,
                               -1.3888885089126252e-3, 4.1666666637372694e-2,
                               -0.49999999999963857});
  return wide.fma(p, square, wide.number(1.0));
}

// Whether a bit is set.
static Value hasBit(WideBuilder &wide, Value number, int64_t bit) {
  Value part = arith::AndIOp::create(wide.builder, number, wide.integer(bit));
  return arith::CmpIOp::create(wide.builder, arith::CmpIPredicate::ne, part,
                               wide.integer(0));
}

static Value negateIf(WideBuilder &wide, Value condition, Value x) {
  return wide.select(condition, arith::NegFOp::create(wide.builder, x), x);
}

// Sine, cosine and tangent of x = quarters * pi / 2 + rest: each quarter turns
// a sine into a cosine, and two of them its sign.
static Value buildPeriodic(math::SinOp, WideBuilder &wide, Value x) {
  auto [quarters, rest] = reduce(wide, x);
  Value square = wide.mul(rest, rest);
  Value result =
      wide.select(hasBit(wide, quarters, 1), buildCosine(wide, square),
                  buildSine(wide, rest, square));
  return negateIf(wide, hasBit(wide, quarters, 2), result);
}

static Value buildPeriodic(math::CosOp, WideBuilder &wide, Value x) {
  auto [quarters, rest] = reduce(wide, x);
  Value square = wide.mul(rest, rest);
  Value result =
      wide.select(hasBit(wide, quarters, 1), buildSine(wide, rest, square),
                  buildCosine(wide, square));
  Value next = arith::AddIOp::create(wide.builder, quarters, wide.integer(1));
  return negateIf(wide, hasBit(wide, next, 2), result);
}

static Value buildPeriodic(math::TanOp, WideBuilder &wide, Value x) {
  auto [quarters, rest] = reduce(wide, x);
  Value square = wide.mul(rest, rest);
  Value sine = buildSine(wide, rest, square);
  Value cosine = buildCosine(wide, square);
  Value isOdd = hasBit(wide, quarters, 1);
  return wide.div(negateIf(wide, isOdd, wide.select(isOdd, cosine, sine)),
                  wide.select(isOdd, sine, cosine));
}

namespace {

/// A function of period pi or 2 pi. Beyond 2^40 the reduction is not exact; so
/// large numbers, infinities and NaN are the C library's.
template <typename OpT>
struct ExpandPeriodic : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    constexpr StringLiteral kIsHuge = "relax.is_huge";
    if (!isOfF32(op) || op->hasAttr(kIsHuge))
      return failure();
    Location loc = op.getLoc();
    Value x = op.getOperand();
    Value huge = [&] {
      FloatBuilder floats(op, rewriter);
      return arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::UGE,
                                   floats.abs(x), floats.number(0x1p40));
    }();
    auto choice = scf::IfOp::create(
        rewriter, loc, isAny(rewriter, loc, huge),
        [&](OpBuilder &b, Location loc) {
          auto exact = OpT::create(b, loc, x);
          exact->setAttr(kIsHuge, b.getUnitAttr());
          scf::YieldOp::create(b, loc, exact.getResult());
        },
        [&](OpBuilder &b, Location loc) {
          OpBuilder::InsertionGuard guard(rewriter);
          rewriter.setInsertionPointToEnd(b.getInsertionBlock());
          WideBuilder wide(op, rewriter);
          Value result = wide.round(buildPeriodic(op, wide, wide.widen(x)));
          scf::YieldOp::create(rewriter, loc, result);
        });
    rewriter.replaceOp(op, choice);
    return success();
  }
};

/// atan(x) = pi / 4 + atan((x - 1) / (x + 1)) = pi / 2 + atan(-1 / x), of which
/// the one that has to do with at most tan(pi / 8).
struct ExpandAtan : OpRewritePattern<math::AtanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::AtanOp op,
                                PatternRewriter &rewriter) const override {
    if (!isOfF32(op))
      return failure();
    WideBuilder wide(op, rewriter);
    Value x = wide.widen(op.getOperand()), size = wide.abs(x);
    Value one = wide.number(1.0);
    Value isMiddle = wide.isLess(wide.number(std::tan(M_PI / 8)), size);
    Value isLarge = wide.isLess(wide.number(std::tan(3 * M_PI / 8)), size);
    Value over = wide.select(isLarge, wide.number(-1.0),
                             wide.select(isMiddle, wide.sub(size, one), size));
    Value under = wide.select(isLarge, size,
                              wide.select(isMiddle, wide.add(size, one), one));
    Value offset = wide.select(
        isLarge, wide.number(M_PI / 2),
        wide.select(isMiddle, wide.number(M_PI / 4), wide.number(0.0)));
    Value t = wide.div(over, under), square = wide.mul(t, t);
    Value p =
        wide.polynomial(square, {5.047736340770352e-2, -8.624520272861268e-2,
                                 0.11071344117798254, -0.14284150065626275,
                                 0.1999997723777371, -0.3333333327919426});
    Value result = wide.add(offset, wide.fma(p, wide.mul(square, t), t));
    rewriter.replaceOp(op, wide.round(wide.withSignOf(result, x)));
    return success();
  }
};

} // namespace

// asin(s) of s from 0 to 1 / 2, of which `square` is the square.
static Value buildArcsine(WideBuilder &wide, Value s, Value square) {
  Value p =
      wide.polynomial(square, {3.0985460409611348e-2, 1.0566947813575017e-2,
                               2.3613714224328612e-2, 3.0268919100710345e-2,
                               4.464767521714481e-2, 7.499992383419322e-2,
                               0.16666666686147094});
  return wide.fma(p, wide.mul(square, s), s);
}

namespace {

/// asin(x) = pi / 2 - 2 asin(sqrt((1 - x) / 2)), which is used above 1 / 2;
/// acos(x) = pi / 2 - asin(x). Beyond 1 the root is NaN.
template <typename OpT>
struct ExpandArcsine : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    constexpr bool isCosine = std::is_same_v<OpT, math::AcosOp>;
    if (!isOfF32(op))
      return failure();
    WideBuilder wide(op, rewriter);
    Value x = wide.widen(op.getOperand()), size = wide.abs(x);
    Value half = wide.number(0.5);
    Value isLarge = wide.isLess(half, size);
    Value rest = wide.mul(wide.sub(wide.number(1.0), size), half);
    Value square = wide.select(isLarge, rest, wide.mul(x, x));
    Value s =
        wide.select(isLarge, math::SqrtOp::create(wide.builder, square), size);
    Value arc = buildArcsine(wide, s, square);
    Value twice = wide.add(arc, arc), quarter = wide.number(M_PI / 2);
    Value zero = wide.number(0.0), result;
    if constexpr (isCosine) {
      // acos(|x|), and pi - acos(|x|) of negative numbers.
      Value ofSize = wide.select(isLarge, twice, wide.sub(quarter, arc));
      Value turned = wide.select(isLarge, wide.sub(wide.number(M_PI), twice),
                                 wide.add(quarter, arc));
      result = wide.select(wide.isLess(x, zero), turned, ofSize);
    } else {
      result = wide.withSignOf(
          wide.select(isLarge, wide.sub(quarter, twice), arc), x);
    }
    rewriter.replaceOp(op, wide.round(result));
    return success();
  }
};

} // namespace

void populateTrigonometricPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandPeriodic<math::SinOp>, ExpandPeriodic<math::CosOp>,
               ExpandPeriodic<math::TanOp>, ExpandAtan,
               ExpandArcsine<math::AsinOp>, ExpandArcsine<math::AcosOp>>(
      patterns.getContext(), /*benefit=*/2);
}

} // namespace mlir::relax
