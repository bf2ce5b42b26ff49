// Elements of fewer than 8 bits, and exponents without a number: relax has no
// types for them, so they are held as others of 8 bits.
#include "NarrowElement.h"
#include "ElementType.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "TensorMath.h"

namespace mlir::relax {

// As onnx.TensorProto.DataType numbers them.
static constexpr int32_t kUInt4 = 21, kInt4 = 22, kFloat4 = 23, kExponent = 24,
                         kUInt2 = 25, kInt2 = 26;

bool isNarrow(int32_t code) {
  return code == kExponent || getNarrowBits(code) != 0;
}

unsigned getNarrowBits(int32_t code) {
  if (code == kUInt4 || code == kInt4 || code == kFloat4)
    return 4;
  return code == kUInt2 || code == kInt2 ? 2 : 0;
}

// The signed and the unsigned types of one width hold different numbers in
// the same bits, so the width alone does not tell how to widen.
static bool isSigned(int32_t code) { return code == kInt4 || code == kInt2; }

uint8_t widenElement(int32_t code, unsigned bits) {
  // The floats 0, 0.5, 1, 1.5, 2, 3, 4 and 6 as float8e4m3fn.
  static constexpr uint8_t kFloats[] = {0x00, 0x30, 0x38, 0x3C,
                                        0x40, 0x44, 0x48, 0x4C};
  if (code == kFloat4)
    // All sixteen values of e2m1 are exact in e4m3fn, also 0.5, which is a
    // subnormal in e2m1 only. The sign moves from bit 3 to bit 7.
    return uint8_t(kFloats[bits & 7] | (bits & 8) << 4);
  // Sign extension without a branch: for 4 bits, (b ^ 8) - 8 maps 8..15 to
  // -8..-1 and leaves 0..7.
  unsigned sign = 1u << (getNarrowBits(code) - 1);
  return isSigned(code) ? uint8_t((bits ^ sign) - sign) : uint8_t(bits);
}

/// The nearest of the floats of 4 bits, of two the even one.
/// There is no rounding step below f32 for it in relax. The grid has step 0.5
/// below 2, 1 below 4 and 2 up to 6; rounding x / step to even is then rounding
/// to the even mantissa, since the last mantissa bit is the parity of that
/// quotient.
static Value roundToFloat4(NodeImport &node, Value x) {
  TensorMath math(node);
  x = node.castTo(x, node.getBuilder().getF32Type());
  Value six = math.number(6, x), zero = math.number(0, x);
  // Cast to float4e2m1 saturates, infinities too. Clamping first keeps the
  // quotients small.
  Value clamped = math.min(math.max(x, math.number(-6, x)), six);
  // There is no NaN.
  clamped = math.where(math.unary<IsNanOp>(x), zero, clamped);
  Value size = math.unary<AbsOp>(clamped);
  auto roundTo = [&](double step) {
    Value unit = math.number(step, x);
    return math.mul(math.unary<RoundOp>(math.div(clamped, unit)), unit);
  };
  Value large =
      // All three roundings are computed and one is chosen by the size of x. At
      // 2 and at 4 two of them agree, so the strict comparison loses nothing.
      math.where(math.less(size, math.number(4, x)), roundTo(1), roundTo(2));
  return math.where(math.less(size, math.number(2, x)), roundTo(0.5), large);
}

/// The same bytes as elements of another type.
static Value view(NodeImport &node, Value x, Type element) {
  x = giveSymbols(node, x);
  if (!x)
    return nullptr;
  return MemoryViewOp::create(node.getBuilder(), node.getLoc(),
                              getTensorType(getKnownDims(node, x), element), x,
                              node.makeExpr(0));
}

/// The exponents of floats, with what is behind the point rounded up, down or
/// to the nearest; 255 where there is no number.
/// float8e8m0 is only an exponent with bias 127, that is bits 23 to 30 of an
/// f32: no arithmetic is needed, and the sign is dropped.
static Value roundToExponent(NodeImport &node, Value x) {
  TensorMath math(node);
  Type i32 = node.getBuilder().getI32Type();
  StringRef mode = node.getString("round_mode", "up");
  bool saturates = node.getInt("saturate", 1) != 0;
  auto number = [&](int64_t value) {
    return node.makeScalar(double(value), i32);
  };
  auto hasBits = [&](Value bits, int64_t mask) {
    return math.binary<GreaterOp>(math.binary<BitwiseAndOp>(bits, number(mask)),
                                  number(0));
  };
  // The bits are read by a view; a conversion by numbers would round.
  Value bits = view(node, node.castTo(x, node.getBuilder().getF32Type()), i32);
  Value exponent = math.binary<BitwiseAndOp>(
      math.binary<RightShiftOp>(bits, number(23)), number(255));
  // 254 is the largest exponent of a number. With saturation it stays there,
  // otherwise one more step gives 255, NaN.
  Value isUp = math.less(exponent, number(saturates ? 254 : 255));
  // "nearest": half or more goes up. For the subnormals below (exponent 0)
  // exactly half must stay, because 2^-127 is itself exactly that half; hence
  // `isMore`.
  if (mode == "nearest") {
    Value isMore = math.binary<LogicalOrOp>(
        hasBits(bits, 0x3fffff), math.binary<GreaterOp>(exponent, number(0)));
    Value isHalf = math.binary<LogicalAndOp>(hasBits(bits, 0x400000), isMore);
    isUp = math.binary<LogicalAndOp>(isUp, isHalf);
    // "up" and "down" differ from truncation only if any mantissa bit is set.
  } else {
    isUp = math.binary<LogicalAndOp>(isUp, hasBits(bits, 0x7fffff));
  }
  if (mode != "down")
    exponent = math.add(exponent, node.castTo(isUp, i32));
  return exponent;
}

Value getNumbers(NodeImport &node, Value x, int32_t code) {
  if (code != kExponent)
    return x;
  TensorMath math(node);
  Type i32 = node.getBuilder().getI32Type();
  auto number = [&](int64_t value) {
    return node.makeScalar(double(value), i32);
  };
  Value exponent = node.castTo(x, i32);
  Value bits = math.binary<LeftShiftOp>(exponent, number(23));
  // The least exponent is that of a subnormal float, the greatest is NaN.
  // 2^-127 is below f32's least normal number, so its bits are the topmost
  // mantissa bit and not an exponent.
  bits = math.where(math.binary<EqualOp>(exponent, number(0)), number(0x400000),
                    bits);
  bits = math.where(math.binary<EqualOp>(exponent, number(255)),
                    number(0x7fc00000), bits);
  return view(node, bits, node.getBuilder().getF32Type());
}

Value castToNarrow(NodeImport &node, Value x, int32_t code) {
  if (!x)
    return nullptr;
  if (code == kExponent)
    return node.castTo(roundToExponent(node, x),
                       getElementType(node.getContext(), code));
  TensorMath math(node);
  Type held = getElementType(node.getContext(), code);
  if (code == kFloat4)
    return node.castTo(roundToFloat4(node, x), held);
  Type i32 = node.getBuilder().getI32Type();
  x = node.castTo(x, i32);
  // Integer casts to 4 and 2 bits wrap in ONNX like those to 8. Masking keeps
  // the low bits, and the sign is extended as in `widenElement`.
  double bits = double(1u << getNarrowBits(code));
  Value low = math.binary<BitwiseAndOp>(x, node.makeScalar(bits - 1, i32));
  if (isSigned(code)) {
    Value sign = node.makeScalar(bits / 2, i32);
    low = math.sub(math.binary<BitwiseXorOp>(low, sign), sign);
  }
  return node.castTo(low, held);
}

// QuantizeLinear saturates, where Cast wraps: hence a clamp of its own, in the
// type before the cast.
Value clampToNarrow(NodeImport &node, Value x, int32_t code) {
  TensorMath math(node);
  double count = double(1u << getNarrowBits(code));
  double least = isSigned(code) ? -count / 2 : 0;
  return math.min(math.max(x, math.number(least, x)),
                  math.number(least + count - 1, x));
}

} // namespace mlir::relax
