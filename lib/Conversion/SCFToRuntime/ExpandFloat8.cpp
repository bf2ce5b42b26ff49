// Computes the conversions between f32 and floats of 8 bits on their bits.
#include "Relax/Conversion/SCFToRuntime/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

#include <cmath>

namespace mlir::relax {

#define GEN_PASS_DEF_EXPANDFLOAT8PASS
#include "Relax/Conversion/SCFToRuntime/Passes.h.inc"

namespace {

/// What tells one kind of 8-bit floats from another. `firstSpecial` is the
/// least magnitude that is no finite number: an infinity where there is one.
struct Float8Format {
  unsigned fraction;
  int bias;
  uint32_t firstSpecial;
  bool hasInfinity;
  uint32_t nan;
};

/// Arithmetic on the elements of a scalar or of a vector.
class BitMath {
public:
  BitMath(OpBuilder &builder, Location loc, Type like)
      : builder(builder), loc(loc), like(like) {}

  Type as(Type element) const {
    auto shaped = dyn_cast<ShapedType>(like);
    return shaped ? shaped.clone(element) : element;
  }
  Value bits(uint32_t value) const {
    return splat(builder.getI32IntegerAttr(static_cast<int32_t>(value)));
  }
  Value number(float value) const {
    return splat(builder.getF32FloatAttr(value));
  }
  Value toBits(Value x) const {
    return arith::BitcastOp::create(builder, loc, as(builder.getI32Type()), x);
  }
  Value toNumber(Value x) const {
    return arith::BitcastOp::create(builder, loc, as(builder.getF32Type()), x);
  }
  template <typename OpT>
  Value apply(Value lhs, Value rhs) const {
    return OpT::create(builder, loc, lhs, rhs);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) const {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }
  Value choose(Value condition, Value yes, Value no) const {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }

private:
  Value splat(TypedAttr value) const {
    auto shaped = dyn_cast<ShapedType>(as(value.getType()));
    if (shaped)
      value = DenseElementsAttr::get(shaped, Attribute(value));
    return arith::ConstantOp::create(builder, loc, value);
  }

  OpBuilder &builder;
  Location loc;
  Type like;
};

} // namespace

static std::optional<Float8Format> getFormat(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (isa<Float8E4M3FNType>(element))
    return Float8Format{3, 7, 0x7f, false, 0x7f};
  if (isa<Float8E5M2Type>(element))
    return Float8Format{2, 15, 0x7c, true, 0x7e};
  return std::nullopt;
}

static constexpr uint32_t kSign = 0x80000000, kInfinity = 0x7f800000,
                          kNaN = 0x7fc00000;

/// The f32 of 8 bits. The magnitude, put where f32 has its bits, is the number
/// times a power of two, also where it is below the normal ones.
static Value widen(OpBuilder &builder, Location loc, Value value,
                   const Float8Format &format) {
  BitMath math(builder, loc, value.getType());
  Value narrow = arith::BitcastOp::create(builder, loc,
                                          math.as(builder.getI8Type()), value);
  Value bits = arith::ExtUIOp::create(builder, loc,
                                      math.as(builder.getI32Type()), narrow);
  Value magnitude = math.apply<arith::AndIOp>(bits, math.bits(0x7f));
  Value placed =
      math.apply<arith::ShLIOp>(magnitude, math.bits(23 - format.fraction));
  Value scaled = math.apply<arith::MulFOp>(
      math.toNumber(placed), math.number(std::ldexp(1.0f, 127 - format.bias)));
  Value special = math.bits(kNaN);
  if (format.hasInfinity)
    special = math.choose(math.compare(arith::CmpIPredicate::eq, magnitude,
                                       math.bits(format.firstSpecial)),
                          math.bits(kInfinity), special);
  Value isSpecial = math.compare(arith::CmpIPredicate::uge, magnitude,
                                 math.bits(format.firstSpecial));
  Value result = math.choose(isSpecial, special, math.toBits(scaled));
  Value sign = math.apply<arith::ShLIOp>(
      math.apply<arith::AndIOp>(bits, math.bits(0x80)), math.bits(24));
  return math.toNumber(math.apply<arith::OrIOp>(result, sign));
}

/// The nearest 8 bits to an f32, ties to even. What is too great is infinite,
/// or NaN where there is no infinity.
static Value narrow(OpBuilder &builder, Location loc, Value value, Type type,
                    const Float8Format &format) {
  BitMath math(builder, loc, type);
  unsigned dropped = 23 - format.fraction;
  Value bits = math.toBits(value);
  Value magnitude = math.apply<arith::AndIOp>(bits, math.bits(~kSign));
  // Half of the last place, less where the place before is even.
  Value odd = math.apply<arith::AndIOp>(
      math.apply<arith::ShRUIOp>(magnitude, math.bits(dropped)), math.bits(1));
  Value half =
      math.apply<arith::AddIOp>(odd, math.bits((1u << (dropped - 1)) - 1));
  Value rounded = math.apply<arith::ShRUIOp>(
      math.apply<arith::AddIOp>(magnitude, half), math.bits(dropped));
  Value normal = math.apply<arith::SubIOp>(
      rounded, math.bits(uint32_t(127 - format.bias) << format.fraction));
  // Below the normal numbers places are equally far: a sum with what has its
  // last place there rounds to them.
  float step = std::ldexp(1.0f, 1 - format.bias - int(format.fraction));
  Value anchor = math.number(std::ldexp(step, 23));
  Value sum = math.apply<arith::AddFOp>(math.toNumber(magnitude), anchor);
  Value small =
      math.apply<arith::SubIOp>(math.toBits(sum), math.toBits(anchor));
  uint32_t firstNormal = uint32_t(128 - format.bias) << 23;
  Value result = math.choose(math.compare(arith::CmpIPredicate::ult, magnitude,
                                          math.bits(firstNormal)),
                             small, normal);
  Value tooGreat = math.compare(arith::CmpIPredicate::uge, result,
                                math.bits(format.firstSpecial));
  result = math.choose(tooGreat, math.bits(format.firstSpecial), result);
  Value isNaN =
      math.compare(arith::CmpIPredicate::ugt, magnitude, math.bits(kInfinity));
  result = math.choose(isNaN, math.bits(format.nan), result);
  Value sign = math.apply<arith::AndIOp>(
      math.apply<arith::ShRUIOp>(bits, math.bits(24)), math.bits(0x80));
  Value all = math.apply<arith::OrIOp>(result, sign);
  Value byte =
      arith::TruncIOp::create(builder, loc, math.as(builder.getI8Type()), all);
  return arith::BitcastOp::create(builder, loc, type, byte);
}

/// A float in another type of scalars or vectors, none of them of 8 bits.
static Value castWide(OpBuilder &builder, Location loc, Value value,
                      Type type) {
  unsigned from = getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  unsigned to = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  if (from == to)
    return value;
  return from < to ? Value(arith::ExtFOp::create(builder, loc, type, value))
                   : Value(arith::TruncFOp::create(builder, loc, type, value));
}

/// The f32 next to an f64 that is exact, or else the one of both neighbours
/// whose last bit is set. Rounding that to nearest in fewer bits gives what one
/// rounding gives (Boldo and Melquiond, "Emulation of FMA and correctly rounded
/// sums", 2008: two more bits are enough, and f32 has 16 more than bf16). With
/// two roundings to nearest 1.0625 + 1e-10 is the tie 1.0625 of f32, and in
/// f8E4M3FN 1 instead of 1.125. LLVM has a call of `__truncdfbf2` for bf16,
/// which no library of the loaded code has. Operators of relax do the same in
/// their programs (ScalarMath.cpp); those of other compilers have arith.truncf.
static Value roundToOdd(const BitMath &math, OpBuilder &builder, Location loc,
                        Value value) {
  Value nearest = arith::TruncFOp::create(builder, loc,
                                          math.as(builder.getF32Type()), value);
  Value back = arith::ExtFOp::create(builder, loc, value.getType(), nearest);
  auto compare = [&](arith::CmpFPredicate predicate) {
    return arith::CmpFOp::create(builder, loc, predicate, back, value);
  };
  Value bits = math.toBits(nearest);
  Value isEven =
      math.compare(arith::CmpIPredicate::eq,
                   math.apply<arith::AndIOp>(bits, math.bits(1)), math.bits(0));
  // A NaN is not unequal here, and stays.
  Value isMoved =
      math.apply<arith::AndIOp>(compare(arith::CmpFPredicate::ONE), isEven);
  Value isNegative =
      math.compare(arith::CmpIPredicate::slt, bits, math.bits(0));
  Value isLonger =
      math.apply<arith::XOrIOp>(compare(arith::CmpFPredicate::OLT), isNegative);
  // The bits of a float, without its sign, are in the order of its magnitudes.
  // Below infinity is the greatest number, which is odd.
  Value step = math.choose(isLonger, math.bits(1), math.bits(~0u));
  Value moved = math.apply<arith::AddIOp>(bits, step);
  return math.toNumber(math.choose(isMoved, moved, bits));
}

namespace {

struct ExpandExtension : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Float8Format> format = getFormat(op.getIn().getType());
    if (!format)
      return failure();
    Value wide = widen(rewriter, op.getLoc(), op.getIn(), *format);
    rewriter.replaceOp(op, castWide(rewriter, op.getLoc(), wide, op.getType()));
    return success();
  }
};

struct ExpandTruncation : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Float8Format> format = getFormat(op.getType());
    Value value = op.getIn();
    bool isDouble = getElementTypeOrSelf(value.getType()).isF64();
    bool isBF16 = getElementTypeOrSelf(op.getType()).isBF16();
    if (!format && !(isBF16 && isDouble))
      return failure();
    BitMath math(rewriter, op.getLoc(), op.getType());
    Value single = isDouble ? roundToOdd(math, rewriter, op.getLoc(), value)
                            : castWide(rewriter, op.getLoc(), value,
                                       math.as(rewriter.getF32Type()));
    if (isBF16)
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), single);
    else
      rewriter.replaceOp(
          op, narrow(rewriter, op.getLoc(), single, op.getType(), *format));
    return success();
  }
};

struct ExpandFloat8Pass : impl::ExpandFloat8PassBase<ExpandFloat8Pass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandExtension, ExpandTruncation>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
} // namespace mlir::relax
