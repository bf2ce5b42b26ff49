// Elements of fewer than 8 bits, which are held in 8 bits.
#include "NarrowElement.h"
#include "ElementType.h"
#include "TensorMath.h"

namespace mlir::relax {

// As onnx.TensorProto.DataType numbers them.
static constexpr int32_t kUInt4 = 21, kInt4 = 22, kFloat4 = 23, kUInt2 = 25,
                         kInt2 = 26;

bool isNarrow(int32_t code) { return getNarrowBits(code) != 0; }

unsigned getNarrowBits(int32_t code) {
  if (code == kUInt4 || code == kInt4 || code == kFloat4)
    return 4;
  return code == kUInt2 || code == kInt2 ? 2 : 0;
}

static bool isSigned(int32_t code) { return code == kInt4 || code == kInt2; }

uint8_t widenElement(int32_t code, unsigned bits) {
  // The floats 0, 0.5, 1, 1.5, 2, 3, 4 and 6 as float8e4m3fn.
  static constexpr uint8_t kFloats[] = {0x00, 0x30, 0x38, 0x3C,
                                        0x40, 0x44, 0x48, 0x4C};
  if (code == kFloat4)
    return uint8_t(kFloats[bits & 7] | (bits & 8) << 4);
  unsigned sign = 1u << (getNarrowBits(code) - 1);
  return isSigned(code) ? uint8_t((bits ^ sign) - sign) : uint8_t(bits);
}

/// The nearest of the floats of 4 bits, of two the even one.
static Value roundToFloat4(NodeImport &node, Value x) {
  TensorMath math(node);
  x = node.castTo(x, node.getBuilder().getF32Type());
  Value six = math.number(6, x), zero = math.number(0, x);
  Value clamped = math.min(math.max(x, math.number(-6, x)), six);
  // There is no NaN.
  clamped = math.where(math.unary<IsNanOp>(x), zero, clamped);
  Value size = math.unary<AbsOp>(clamped);
  auto roundTo = [&](double step) {
    Value unit = math.number(step, x);
    return math.mul(math.unary<RoundOp>(math.div(clamped, unit)), unit);
  };
  Value large =
      math.where(math.less(size, math.number(4, x)), roundTo(1), roundTo(2));
  return math.where(math.less(size, math.number(2, x)), roundTo(0.5), large);
}

Value castToNarrow(NodeImport &node, Value x, int32_t code) {
  if (!x)
    return nullptr;
  TensorMath math(node);
  Type held = getElementType(node.getContext(), code);
  if (code == kFloat4)
    return node.castTo(roundToFloat4(node, x), held);
  Type i32 = node.getBuilder().getI32Type();
  x = node.castTo(x, i32);
  double bits = double(1u << getNarrowBits(code));
  Value low = math.binary<BitwiseAndOp>(x, node.makeScalar(bits - 1, i32));
  if (isSigned(code)) {
    Value sign = node.makeScalar(bits / 2, i32);
    low = math.sub(math.binary<BitwiseXorOp>(low, sign), sign);
  }
  return node.castTo(low, held);
}

Value clampToNarrow(NodeImport &node, Value x, int32_t code) {
  TensorMath math(node);
  double count = double(1u << getNarrowBits(code));
  double least = isSigned(code) ? -count / 2 : 0;
  return math.min(math.max(x, math.number(least, x)),
                  math.number(least + count - 1, x));
}

} // namespace mlir::relax
