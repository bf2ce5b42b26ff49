// Floats of 8 bits: a sign, an exponent, and what is left for the significand.
// They are the upper bits of an f32 whose exponent is counted from elsewhere.
// No target has arithmetic on f8, and few convert it. By integer operations on
// the bits the results are the same everywhere, and vectorize.
#include "NarrowFloat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/APFloat.h"

namespace mlir::relax {

bool isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E4M3FNUZType, Float8E5M2Type,
             Float8E5M2FNUZType, Float8E4M3Type, Float8E3M4Type,
             Float8E4M3B11FNUZType>(type);
}

namespace {
/// The numbers that make a format, and values of it under construction.
class Format {
public:
  Format(OpBuilder &builder, Location loc, FloatType type)
      : builder(builder), loc(loc), type(type),
        semantics(type.getFloatSemantics()),
        // Both follow from APFloat's description of the format, so that a new
        // one costs a line in `isFloat8`.
        fraction(int64_t(APFloat::semanticsPrecision(semantics)) - 1),
        bias(1 - int64_t(APFloat::semanticsMinExponent(semantics))) {}

  Value widen(Value value);
  Value narrow(Value value, OutOfRange beyond);

private:
  Value bits(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(int32_t(value)));
  }
  Value number(double value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF32FloatAttr(float(value)));
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }
  Value choose(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }
  Value toFloat(Value word) {
    return arith::BitcastOp::create(builder, loc, builder.getF32Type(), word);
  }
  Value toWord(Value value) {
    return arith::BitcastOp::create(builder, loc, builder.getI32Type(), value);
  }
  int64_t getBits(const APFloat &value) {
    return int64_t(value.bitcastToAPInt().getZExtValue());
  }
  Value isNaN(Value word);
  Value roundBits(Value magnitude);

  OpBuilder &builder;
  Location loc;
  FloatType type;
  const llvm::fltSemantics &semantics;
  /// Bits of the fraction, and what the exponent's bits count from.
  int64_t fraction, bias;
};
} // namespace

/// Whether the bits are no number: those behind infinity, or behind the
/// greatest number, or in formats without negative zero what would be it.
/// Formats differ: e5m2 has infinity and NaN behind it as in IEEE 754, e4m3fn
/// one NaN only (0x7f), the fnuz kinds use the bits of -0 (0x80).
Value Format::isNaN(Value word) {
  int64_t first = getBits(APFloat::getNaN(semantics)) & 0xff;
  if (first == 0x80)
    return compare(arith::CmpIPredicate::eq, word, bits(0x80));
  Value magnitude = arith::AndIOp::create(builder, loc, word, bits(0x7f));
  APFloat last = APFloat::getLargest(semantics);
  if (APFloat::semanticsHasInf(semantics))
    last = APFloat::getInf(semantics);
  return compare(arith::CmpIPredicate::ugt, magnitude, bits(getBits(last)));
}

Value Format::widen(Value value) {
  Value byte =
      arith::BitcastOp::create(builder, loc, builder.getI8Type(), value);
  Value word = arith::ExtUIOp::create(builder, loc, builder.getI32Type(), byte);
  Value magnitude = arith::AndIOp::create(builder, loc, word, bits(0x7f));
  Value shifted =
      arith::ShLIOp::create(builder, loc, magnitude, bits(23 - fraction));
  // Numbers without a leading one become those of f32, and whole again.
  // Scaling by a power of two is exact, and turns subnormals into normal
  // numbers: no loop over leading zeros.
  Value result = arith::MulFOp::create(
      builder, loc, toFloat(shifted), number(std::ldexp(1.0, int(127 - bias))));
  if (APFloat::semanticsHasInf(semantics)) {
    Value isInfinite = compare(arith::CmpIPredicate::eq, magnitude,
                               bits(getBits(APFloat::getInf(semantics))));
    // The product of the bits of infinity is a large finite number.
    result = choose(isInfinite, number(std::numeric_limits<double>::infinity()),
                    result);
  }
  result = choose(isNaN(word), number(std::numeric_limits<double>::quiet_NaN()),
                  result);
  Value sign = arith::AndIOp::create(builder, loc, word, bits(0x80));
  // The sign is put back at the end: bit 7 to bit 31.
  sign = arith::ShLIOp::create(builder, loc, sign, bits(24));
  return toFloat(arith::OrIOp::create(builder, loc, toWord(result), sign));
}

/// The bits of a number without sign; more than those of the greatest one if it
/// is too great.
Value Format::roundBits(Value magnitude) {
  int64_t cut = 23 - fraction;
  Value word = toWord(magnitude);
  // Half of the last bit, less if the bit is even.
  // Round to nearest even: add half minus one, plus the lowest kept bit; a
  // carry goes into the exponent, as it should.
  Value odd = arith::AndIOp::create(
      builder, loc, arith::ShRUIOp::create(builder, loc, word, bits(cut)),
      bits(1));
  Value half = arith::AddIOp::create(builder, loc, odd,
                                     bits((int64_t(1) << (cut - 1)) - 1));
  Value rounded = arith::ShRUIOp::create(
      builder, loc, arith::AddIOp::create(builder, loc, word, half), bits(cut));
  rounded = arith::SubIOp::create(builder, loc, rounded,
                                  bits((127 - bias) << fraction));
  // Below the least exponent the sum with a great number rounds.
  // The spacing of subnormals is that of a large number with the right
  // exponent: adding it lets the FPU round to it.
  double least = std::ldexp(1.0, int(1 - bias));
  Value great = number(std::ldexp(least, int(23 - fraction)));
  Value sum = arith::AddFOp::create(builder, loc, magnitude, great);
  Value small = arith::SubIOp::create(builder, loc, toWord(sum), toWord(great));
  Value isSmall = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT,
                                        magnitude, number(least));
  return choose(isSmall, small, rounded);
}

Value Format::narrow(Value value, OutOfRange beyond) {
  Value magnitude = math::AbsFOp::create(builder, loc, value);
  APFloat greatest = APFloat::getLargest(semantics);
  // ONNX's and TVM's casts saturate by default; OutOfRange says otherwise.
  if (beyond == OutOfRange::Saturate) {
    Value last = number(greatest.convertToDouble());
    Value isGreat = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::OGT, magnitude, last);
    magnitude = choose(isGreat, last, magnitude);
  }
  Value result = roundBits(magnitude);
  Value isBeyond =
      // For formats without infinity, rounding may end in the NaN pattern.
      compare(arith::CmpIPredicate::ugt, result, bits(getBits(greatest)));
  bool hasInfinity = APFloat::semanticsHasInf(semantics);
  if (hasInfinity)
    result =
        choose(isBeyond, bits(getBits(APFloat::getInf(semantics))), result);
  Value sign = arith::ShRUIOp::create(builder, loc, toWord(value), bits(24));
  sign = arith::AndIOp::create(builder, loc, sign, bits(0x80));
  int64_t none = getBits(APFloat::getNaN(semantics)) & 0xff;
  // There the bits of a negative zero mean NaN.
  if (none == 0x80)
    // -0 does not exist there.
    sign = choose(compare(arith::CmpIPredicate::eq, result, bits(0)), bits(0),
                  sign);
  result = arith::OrIOp::create(builder, loc, result, sign);
  Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                      value, value);
  // Beyond the range without infinity: NaN.
  if (!hasInfinity)
    isNaN = arith::OrIOp::create(builder, loc, isNaN, isBeyond);
  result = choose(isNaN, bits(none), result);
  Value byte =
      arith::TruncIOp::create(builder, loc, builder.getI8Type(), result);
  return arith::BitcastOp::create(builder, loc, type, byte);
}

Value expandFloat8(OpBuilder &builder, Location loc, Value value) {
  return Format(builder, loc, cast<FloatType>(value.getType())).widen(value);
}

void expandFloat8(Block *block) {
  block->walk([](arith::ExtFOp op) {
    if (!isFloat8(op.getIn().getType()) || !op.getType().isF32())
      return;
    OpBuilder builder(op);
    op.replaceAllUsesWith(expandFloat8(builder, op.getLoc(), op.getIn()));
    op.erase();
  });
}

// What tensor cores multiply stays a conversion until there is code for a
// machine, which has it or expands it (ExpandFloat8.cpp).
Value widenFloat8(OpBuilder &builder, Location loc, Value value) {
  if (isa<Float8E4M3FNType, Float8E5M2Type>(value.getType()))
    return arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  return expandFloat8(builder, loc, value);
}

Value narrowToFloat8(OpBuilder &builder, Location loc, Value value,
                     FloatType type, OutOfRange beyond) {
  return Format(builder, loc, type).narrow(value, beyond);
}

} // namespace mlir::relax
