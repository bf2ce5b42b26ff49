// How numbers are held: one in a slot, many in memory.
#include "Relax/Reference/Element.h"

#include "Relax/Support/FloatBits.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

namespace mlir::relax::reference {

std::optional<Element> Element::of(Type type) {
  Element element;
  element.type = type;
  if (type.isIndex()) {
    element.bits = 64;
    element.bytes = 8;
    return element;
  }
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.getWidth() == 0 || integer.getWidth() > 64)
      return std::nullopt;
    element.bits = static_cast<uint8_t>(integer.getWidth());
    element.bytes = static_cast<uint8_t>((integer.getWidth() + 7) / 8);
    return element;
  }
  auto number = dyn_cast<FloatType>(type);
  if (!number || number.getWidth() > 64)
    return std::nullopt;
  element.bits = static_cast<uint8_t>(number.getWidth());
  element.bytes = static_cast<uint8_t>((number.getWidth() + 7) / 8);
  element.kind = number.isF64()    ? Kind::F64
                 : number.isF32()  ? Kind::F32
                 : number.isF16()  ? Kind::F16
                 : number.isBF16() ? Kind::BF16
                                   : Kind::SmallFloat;
  return element;
}

static uint32_t toBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return bits;
}

static float toFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}

/// Rounds away the low `count` bits of the fraction, ties to even.
/// Rounding up may carry into the exponent, which gives the next power of two
/// and is right.
static uint32_t roundFraction(uint32_t bits, unsigned count) {
  uint32_t half = (1u << (count - 1)) - 1;
  bits += half + ((bits >> count) & 1);
  return bits & ~((1u << count) - 1);
}

float cutToTF32(float value) { return toFloat(toBits(value) & 0xffffe000u); }

float roundToBF16(float value) {
  // Rounding the bits would make infinity of the NaN 0x7f800001 and -0 of
  // 0x7fffffff, by a carry.
  if (std::isnan(value))
    return toFloat((toBits(value) | 0x00400000u) & 0xffff0000u);
  return toFloat(roundFraction(toBits(value), 16));
}

float roundToF16(float value) {
  if (std::isnan(value))
    return toFloat((toBits(value) | 0x00400000u) & 0xffffe000u);
  float magnitude = std::fabs(value);
  // 65520 is halfway between the greatest f16, 65504, and what would follow;
  // the tie goes to the even one, which is infinity.
  if (magnitude >= 65520.0f)
    return std::copysign(INFINITY, value);
  // Below the least normal number, f16 has a fixed distance of 2^-24.
  // Multiplying by a power of two is exact, and nearbyint rounds ties to even
  // as the environment says.
  if (magnitude < 0x1p-14f)
    return std::nearbyint(value * 0x1p24f) * 0x1p-24f;
  return toFloat(roundFraction(toBits(value), 13));
}

uint16_t getF16Bits(float value) {
  uint32_t bits = toBits(value);
  auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000u);
  if (std::isnan(value))
    return static_cast<uint16_t>(sign | 0x7e00u | (bits >> 13 & 0x3ffu));
  if (std::isinf(value))
    return static_cast<uint16_t>(sign | 0x7c00u);
  float magnitude = std::fabs(value);
  if (magnitude < 0x1p-14f)
    return static_cast<uint16_t>(sign |
                                 static_cast<uint16_t>(magnitude * 0x1p24f));
  return static_cast<uint16_t>(
      sign | static_cast<uint16_t>((toBits(magnitude) - 0x38000000u) >> 13));
}

static const llvm::fltSemantics &getSemantics(const Element &element) {
  return cast<FloatType>(element.type).getFloatSemantics();
}

template <typename Float>
// To f32 afterwards, since slots hold small floats that way; this is exact.
static float roundByAPFloat(const Element &element, Float value) {
  llvm::APFloat number(value);
  bool losesInfo;
  number.convert(getSemantics(element), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  number.convert(llvm::APFloat::IEEEsingle(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToFloat();
}

float roundTo(const Element &element, float value) {
  switch (element.kind) {
  case Element::Kind::F16:
    return roundToF16(value);
  case Element::Kind::BF16:
    return roundToBF16(value);
  case Element::Kind::SmallFloat:
    return roundByAPFloat(element, value);
  default:
    return value;
  }
}

// From f64 in one step: by f32, 1.0625 + 1e-10 would be 1 in f8E4M3FN and not
// 1.125.
float roundTo(const Element &element, double value) {
  if (element.kind == Element::Kind::F32)
    return static_cast<float>(value);
  return roundByAPFloat(element, value);
}

uint64_t getBits(const Element &element, Scalar value) {
  switch (element.kind) {
  case Element::Kind::Integer:
    return zeroExtend(value.u, element.bits);
  case Element::Kind::F16:
    return getF16Bits(value.f);
  case Element::Kind::BF16:
    return getBF16Bits(value.f);
  case Element::Kind::F32:
    return toBits(value.f);
  case Element::Kind::F64:
    return value.u;
  case Element::Kind::SmallFloat:
    break;
  }
  llvm::APFloat number(value.f);
  bool losesInfo;
  number.convert(getSemantics(element), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

Scalar fromBits(const Element &element, uint64_t bits) {
  Scalar value;
  value.u = 0;
  switch (element.kind) {
  case Element::Kind::Integer:
    value.i = signExtend(bits, element.bits);
    return value;
  case Element::Kind::F16:
    value.f = fromF16Bits(static_cast<uint16_t>(bits));
    return value;
  case Element::Kind::BF16:
    value.f = fromBF16Bits(static_cast<uint16_t>(bits));
    return value;
  case Element::Kind::F32:
    value.f = toFloat(static_cast<uint32_t>(bits));
    return value;
  case Element::Kind::F64:
    value.u = bits;
    return value;
  case Element::Kind::SmallFloat:
    break;
  }
  llvm::APFloat number(getSemantics(element),
                       llvm::APInt(element.bits, bits, false, true));
  bool losesInfo;
  number.convert(llvm::APFloat::IEEEsingle(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  value.f = number.convertToFloat();
  return value;
}

Scalar Element::load(const uint8_t *data) const {
  // This machine is little-endian, as are those that kernels are made for.
  uint64_t raw = 0;
  std::memcpy(&raw, data, bytes);
  return fromBits(*this, raw);
}

void Element::store(uint8_t *data, Scalar value) const {
  uint64_t raw = getBits(*this, value);
  std::memcpy(data, &raw, bytes);
}

double toDouble(const Element &element, Scalar value) {
  if (element.kind == Element::Kind::F64)
    return value.d;
  if (element.isFloat())
    return static_cast<double>(value.f);
  // An i1 is 0 or 1 as a number, though its slot holds -1.
  bool isUnsigned = element.bits == 1 || element.type.isUnsignedInteger();
  return isUnsigned ? static_cast<double>(zeroExtend(value.u, element.bits))
                    : static_cast<double>(value.i);
}

void print(llvm::raw_ostream &os, const Element &element, Scalar value) {
  if (!element.isFloat()) {
    if (element.bits == 1)
      os << (value.i ? "true" : "false");
    else if (element.type.isUnsignedInteger())
      os << zeroExtend(value.u, element.bits);
    else
      os << value.i;
    return;
  }
  double number = toDouble(element, value);
  // 17 and 9 digits tell any two numbers of f64 and f32 apart.
  if (element.kind == Element::Kind::F64)
    os << llvm::format("%.17g", number);
  else
    os << llvm::format("%.9g", number);
}

} // namespace mlir::relax::reference
