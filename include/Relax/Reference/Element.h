// How numbers are held: one in a slot, many in memory.
#ifndef RELAX_REFERENCE_ELEMENT_H
#define RELAX_REFERENCE_ELEMENT_H

#include "mlir/IR/BuiltinTypes.h"

#include <cstring>
#include <optional>

namespace mlir::relax::reference {

/// A number in a slot. An integer of any width, i1 included, is sign-extended;
/// a float narrower than f32 is held as the f32 of the same value.
union Scalar {
  int64_t i;
  uint64_t u;
  float f;
  double d;
};

/// How the elements of a type are held.
struct Element {
  enum class Kind : uint8_t { Integer, F16, BF16, F32, F64, SmallFloat };

  /// The element's type.
  Type type;
  Kind kind = Kind::Integer;
  /// Width of the value; 64 for `index`.
  uint8_t bits = 0;
  /// Bytes in memory.
  uint8_t bytes = 0;

  /// How `type` is held; nothing for types that the interpreter has not:
  /// integers and floats wider than 64 bits, complex numbers, vectors.
  static std::optional<Element> of(Type type);

  bool isFloat() const { return kind != Kind::Integer; }
  /// Reads the element at `data`.
  Scalar load(const uint8_t *data) const;
  /// Writes the element at `data`.
  void store(uint8_t *data, Scalar value) const;
};

/// The value of the low `bits` bits, sign-extended.
inline int64_t signExtend(uint64_t value, unsigned bits) {
  return static_cast<int64_t>(value << (64 - bits)) >> (64 - bits);
}

/// The value of the low `bits` bits, zero-extended.
inline uint64_t zeroExtend(uint64_t value, unsigned bits) {
  return value << (64 - bits) >> (64 - bits);
}

/// The f16 value nearest to `value`, ties to even; NaN stays NaN.
float roundToF16(float value);
/// What tensor cores take of an f32: its first 10 mantissa bits.
float cutToTF32(float value);
/// The bf16 value nearest to `value`, ties to even; NaN stays NaN.
float roundToBF16(float value);
/// The value of `type`, a float type of at most 32 bits, nearest to `value`.
float roundTo(const Element &element, float value);
/// The same from f64, rounded once.
float roundTo(const Element &element, double value);

/// The bits of a value that f16 holds.
uint16_t getF16Bits(float value);
/// The bits of a value that bf16 holds.
inline uint16_t getBF16Bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return static_cast<uint16_t>(bits >> 16);
}

/// The bits of a scalar, as its type has them.
uint64_t getBits(const Element &element, Scalar value);
/// The scalar with these bits.
Scalar fromBits(const Element &element, uint64_t bits);

/// The scalar as a double; exact but for integers of more than 53 bits.
double toDouble(const Element &element, Scalar value);
/// Prints a scalar, floats with enough digits to read them back.
void print(llvm::raw_ostream &os, const Element &element, Scalar value);

} // namespace mlir::relax::reference

#endif // RELAX_REFERENCE_ELEMENT_H
