// Elementary functions of f32 by arithmetic.
//
// Upstream's approximations of these flush subnormal numbers to zero, and are
// off by more than four units in the last place.
#include "FloatFunctions.h"

#include "FloatBuilder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <cmath>

namespace mlir::relax {
namespace {

/// Arithmetic on f32 with e to the power of a number; of an `x` that is not
/// above 0, or not below it, the other end of the range needs no test.
class ExpBuilder : public FloatBuilder {
public:
  ExpBuilder(Operation *op, PatternRewriter &rewriter, bool hasLdexp)
      : FloatBuilder(op, rewriter), hasLdexp(hasLdexp) {}
  Value exp(Value x);
  Value expUpToZero(Value x);
  /// Of an `x` from -80 to 80, so that no result is subnormal or infinite.
  Value expNearZero(Value x);

private:
  enum class Range { All, Near };

  Value powerOfTwo(Value biased);
  Value expInRange(Value x, Range range);
  bool hasLdexp;
};

} // namespace

/// 2 to the power of the lowest eight bits of an integer, less 127; the ninth
/// is 0.
Value ExpBuilder::powerOfTwo(Value biased) {
  Value bits = arith::ShLIOp::create(builder, biased, integer(23));
  return arith::BitcastOp::create(builder, type, bits);
}

// Beyond the ends all is 0 or infinity. Comparisons are false for NaN, which
// therefore stays.
static Value atLeastLow(ExpBuilder &floats, Value x) {
  Value low = floats.number(-104.0f);
  return floats.select(floats.isLess(x, low), low, x);
}

static Value atMost(FloatBuilder &floats, Value x, float bound) {
  Value high = floats.number(bound);
  return floats.select(floats.isLess(high, x), high, x);
}

Value ExpBuilder::exp(Value x) {
  return expInRange(atMost(*this, atLeastLow(*this, x), 89.0f), Range::All);
}

Value ExpBuilder::expUpToZero(Value x) {
  return expInRange(atLeastLow(*this, x), Range::All);
}

Value ExpBuilder::expNearZero(Value x) { return expInRange(x, Range::Near); }

/// x = n * ln(2) + r, exp(x) = 2^n * exp(r), with the polynomial of Cephes'
/// expf (Moshier). The power of two is multiplied in two steps, so that the
/// second one rounds to a subnormal number, or to infinity.
/// Cody and Waite's reduction: ln(2) is the sum of two constants, of which the
/// first has few bits, so that its product with n is exact.
Value ExpBuilder::expInRange(Value x, Range range) {
  // Where this number is added, an integer is left in the lowest bits, which
  // saves a conversion that AVX has for i32 only; and the biases of exponents
  // with it.
  constexpr float kRound = 12582912.0f; // 1.5 * 2^23
  auto vector = dyn_cast<VectorType>(type);
  // The op of this name takes one exponent for all lanes of other vectors.
  bool byLdexp = hasLdexp && (!vector || vector.getRank() == 1);
  float biases = byLdexp ? 0 : range == Range::Near ? 127 : 2 * 127;
  Value round = number(kRound + biases);
  Value shifted = fma(x, number(float(1 / M_LN2)), round);
  Value n = sub(shifted, round);
  Value r = fma(n, number(-0.693359375f), x);
  r = fma(n, number(2.12194440e-4f), r);
  Value p =
      polynomial(r, {1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f,
                     4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f});
  p = add(fma(p, mul(r, r), r), number(1.0f));
  Value bits = arith::BitcastOp::create(builder, getIntegers(), shifted);
  if (byLdexp) {
    Value exponent =
        arith::SubIOp::create(builder, bits, integer(0x4B400000 /* kRound */));
    return LLVM::CallIntrinsicOp::create(builder, type,
                                         builder.getStringAttr("llvm.ldexp"),
                                         ValueRange{p, exponent})
        .getResult(0);
  }
  if (range == Range::Near)
    return mul(p, powerOfTwo(bits));
  // n goes from -150 to 128, and one power of two from -126 to 127: half of n
  // always fits. With the biases the halves go from 52 to 191.
  Value half = arith::ShRUIOp::create(builder, bits, integer(1));
  Value rest = arith::SubIOp::create(builder, bits, half);
  return mul(mul(p, powerOfTwo(half)), powerOfTwo(rest));
}

/// Whether a value is -|x|, as of `relax.sigmoid`.
static bool isNegatedSize(Value value) {
  auto negated = value.getDefiningOp<arith::NegFOp>();
  return negated && negated.getOperand().getDefiningOp<math::AbsFOp>();
}

namespace {

/// A function that is made of an exponential.
template <typename OpT>
struct ExpandByExp : OpRewritePattern<OpT> {
  ExpandByExp(MLIRContext *context, bool hasLdexp)
      : OpRewritePattern<OpT>(context, /*benefit=*/2), hasLdexp(hasLdexp) {}

  bool hasLdexp;
};

struct ExpandExp : ExpandByExp<math::ExpOp> {
  using ExpandByExp::ExpandByExp;

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!isOfF32(op))
      return failure();
    ExpBuilder floats(op, rewriter, hasLdexp);
    Value x = op.getOperand();
    rewriter.replaceOp(op, isNegatedSize(x) ? floats.expUpToZero(x)
                                            : floats.exp(x));
    return success();
  }
};

/// x + x^3 * P(x^2) near 0, by Cephes' tanhf; else 1 - 2 / (exp(2 |x|) + 1).
struct ExpandTanh : ExpandByExp<math::TanhOp> {
  using ExpandByExp::ExpandByExp;

  LogicalResult matchAndRewrite(math::TanhOp op,
                                PatternRewriter &rewriter) const override {
    if (!isOfF32(op))
      return failure();
    ExpBuilder floats(op, rewriter, hasLdexp);
    Value x = op.getOperand(), square = floats.mul(x, x);
    // Near 0 the other formula subtracts numbers that are nearly equal and
    // loses all digits.
    Value small = floats.polynomial(
        square, {-5.70498872745e-3f, 2.06390887954e-2f, -5.37397155531e-2f,
                 1.33314422036e-1f, -3.33332819422e-1f});
    small = floats.fma(floats.mul(small, square), x, x);
    // Above 9.02 the result is 1 in f32.
    Value size = atMost(floats, floats.abs(x), 10.0f);
    Value one = floats.number(1.0f);
    Value power = floats.expNearZero(floats.add(size, size));
    Value large = floats.sub(
        one, floats.div(floats.number(2.0f), floats.add(power, one)));
    large = floats.withSignOf(large, x);
    Value isSmall = floats.isLess(size, floats.number(0.625f));
    rewriter.replaceOp(op, floats.select(isSmall, small, large));
    return success();
  }
};

/// x + x * P(x^2) near 0, else 1 - Q(|x| - 9/4), where Q is erfc on [1.1, 3.95]
/// to 1.6e-8. Both are minimax polynomials, rounded coefficient by coefficient.
/// An exponential in the place of Q takes twice as many steps, each of which
/// waits for the one before.
struct ExpandErf : OpRewritePattern<math::ErfOp> {
  explicit ExpandErf(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(math::ErfOp op,
                                PatternRewriter &rewriter) const override {
    if (!isOfF32(op))
      return failure();
    FloatBuilder floats(op, rewriter);
    Value x = op.getOperand();
    // From 3.92 on the exact value is 1 in f32.
    Value size = atMost(floats, floats.abs(x), 3.95f);
    Value small = floats.polynomialByPairs(
        floats.mul(size, size),
        {7.27993029e-5f, -7.84049858e-4f, 5.169841e-3f, -2.68448032e-2f,
         1.12833984e-1f, -3.7612614e-1f, 1.28379166e-1f});
    small = floats.fma(small, x, x);
    Value large = floats.polynomialByPairs(
        floats.sub(size, floats.number(2.25f)),
        {-1.01482624e-6f, 1.27259682e-5f, -4.78295697e-5f, 1.99801816e-5f,
         3.36812198e-4f, -9.96984076e-4f, 6.98650256e-4f, 2.89721019e-3f,
         -1.06696738e-2f, 1.9086672e-2f, -2.17222888e-2f, 1.60697643e-2f,
         -7.1424474e-3f, 1.46272569e-3f});
    large = floats.withSignOf(floats.sub(floats.number(1.0f), large), x);
    Value isSmall = floats.isLess(size, floats.number(1.1f));
    rewriter.replaceOp(op, floats.select(isSmall, small, large));
    return success();
  }
};

/// log(x) = log(x * 2^23) - log(2^23) where x is subnormal.
/// Upstream's logarithm takes a subnormal number for 0 and gives -infinity.
template <typename LogOp>
struct ScaleSubnormal : OpRewritePattern<LogOp> {
  ScaleSubnormal(MLIRContext *context, float logOfScale)
      : OpRewritePattern<LogOp>(context, /*benefit=*/2),
        logOfScale(logOfScale) {}

  LogicalResult matchAndRewrite(LogOp op,
                                PatternRewriter &rewriter) const override {
    // The mark keeps the new logarithm, whose operand may look the same, from
    // being scaled again without end.
    constexpr StringLiteral kIsScaled = "relax.is_scaled";
    if (!isOfF32(op) || op->hasAttr(kIsScaled))
      return failure();
    FloatBuilder floats(op, rewriter);
    Value x = op.getOperand();
    Value isSmall = floats.isLess(x, floats.number(0x1p-126f));
    Value scaled = floats.mul(x, floats.number(0x1p23f));
    auto log =
        LogOp::create(rewriter, op.getLoc(), floats.select(isSmall, scaled, x));
    log->setAttr(kIsScaled, rewriter.getUnitAttr());
    Value zero = floats.number(0.0f);
    Value shift = floats.select(isSmall, floats.number(logOfScale), zero);
    rewriter.replaceOp(op, floats.sub(log, shift));
    return success();
  }

  float logOfScale;
};

/// x - trunc(x / y) * y in f64, where the product is exact below 2^24, and the
/// quotient too far from the next integer to be rounded to it: it is a multiple
/// of 2^-24 away. What is beyond, infinities and NaN are the C library's, whose
/// call takes as long as a vector.
struct ExpandRemainder : OpRewritePattern<arith::RemFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::RemFOp op,
                                PatternRewriter &rewriter) const override {
    constexpr StringLiteral kIsLarge = "relax.is_large";
    if (!isOfF32(op) || op->hasAttr(kIsLarge))
      return failure();
    Location loc = op.getLoc();
    Value x = op.getLhs(), y = op.getRhs();
    FloatBuilder floats(op, rewriter);
    Value bound = floats.mul(floats.abs(y), floats.number(0x1p24));
    Value isLarge = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::UGE, floats.abs(x), bound);
    auto choice = scf::IfOp::create(
        rewriter, loc, isAny(rewriter, loc, isLarge),
        [&](OpBuilder &b, Location loc) {
          auto exact = arith::RemFOp::create(b, loc, x, y);
          exact->setAttr(kIsLarge, b.getUnitAttr());
          scf::YieldOp::create(b, loc, exact.getResult());
        },
        [&](OpBuilder &b, Location loc) {
          OpBuilder::InsertionGuard guard(rewriter);
          rewriter.setInsertionPointToEnd(b.getInsertionBlock());
          scf::YieldOp::create(rewriter, loc, divideInWide(op, rewriter));
        });
    rewriter.replaceOp(op, choice);
    return success();
  }

private:
  static Value divideInWide(arith::RemFOp op, PatternRewriter &rewriter) {
    FloatBuilder floats(op, rewriter);
    FloatBuilder wide(op, rewriter, floats.withElements(rewriter.getF64Type()));
    ImplicitLocOpBuilder &b = wide.builder;
    Value x = arith::ExtFOp::create(b, wide.type, op.getLhs());
    Value y = arith::ExtFOp::create(b, wide.type, op.getRhs());
    Value quotient = math::TruncOp::create(b, wide.div(x, y));
    Value rest = wide.sub(x, wide.mul(quotient, y));
    // 0 times infinity is no number.
    rest = wide.select(wide.isLess(wide.abs(x), wide.abs(y)), x, rest);
    // A rest of 0 has the dividend's sign as well.
    Value narrow = arith::TruncFOp::create(b, floats.type, rest);
    return floats.withSignOf(narrow, op.getLhs());
  }
};

} // namespace

void populateFloatFunctionPatterns(RewritePatternSet &patterns, bool hasLdexp) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ExpandExp, ExpandTanh>(context, hasLdexp);
  patterns.add<ExpandErf, ExpandRemainder>(context);
  patterns.add<ScaleSubnormal<math::LogOp>>(context, float(23 * M_LN2));
  patterns.add<ScaleSubnormal<math::Log2Op>>(context, 23.0f);
}

} // namespace mlir::relax
