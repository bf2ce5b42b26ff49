// The values of floats of 16 bits.
#ifndef RELAX_SUPPORT_FLOATBITS_H
#define RELAX_SUPPORT_FLOATBITS_H

#include "llvm/ADT/bit.h"
#include <cstdint>

namespace mlir::relax {

/// The value of the bits of a bf16; exact, as f32 has each value of it.
inline float fromBF16Bits(uint16_t bits) {
  return llvm::bit_cast<float>(uint32_t(bits) << 16);
}

/// The value of the bits of an f16, exact. Without branches, so that loops over
/// weights are vectorised.
inline float fromF16Bits(uint16_t value) {
  constexpr uint32_t kExponent = 0x7c00, kMantissa = 0x3ff;
  constexpr float kMinStep = 0x1p-24f;
  uint32_t sign = uint32_t(value & 0x8000) << 16;
  uint32_t exponent = value & kExponent, mantissa = value & kMantissa;
  // Below the normal numbers it is a number of smallest steps.
  uint32_t bits = llvm::bit_cast<uint32_t>(float(mantissa) * kMinStep);
  if (exponent == kExponent)
    bits = 0x7f800000 | (mantissa << 13);
  else if (exponent != 0)
    bits = ((exponent + ((127 - 15) << 10)) | mantissa) << 13;
  return llvm::bit_cast<float>(sign | bits);
}

/// The bits of the bf16 nearest to `value`, which is no NaN; ties to even.
inline uint16_t toBF16Bits(float value) {
  uint32_t bits = llvm::bit_cast<uint32_t>(value);
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/// The bits of the f16 nearest to `value`, which is no NaN; ties to even.
inline uint16_t toF16Bits(float value) {
  // 65520, halfway between the greatest f16 and what would follow, is infinite.
  constexpr uint32_t kInfinite = 0x477ff000, kNormal = 0x38800000;
  // Its last place is the smallest step of an f16, 2^-24: to add it rounds.
  constexpr float kHalf = 0.5f;
  uint32_t bits = llvm::bit_cast<uint32_t>(value);
  uint32_t magnitude = bits & 0x7fffffff, sign = bits >> 16 & 0x8000;
  uint32_t narrow = (magnitude + 0xfff + (magnitude >> 13 & 1) -
                     (uint32_t(127 - 15) << 23)) >>
                    13;
  if (magnitude >= kInfinite)
    narrow = 0x7c00;
  else if (magnitude < kNormal)
    narrow =
        llvm::bit_cast<uint32_t>(llvm::bit_cast<float>(magnitude) + kHalf) -
        llvm::bit_cast<uint32_t>(kHalf);
  return static_cast<uint16_t>(sign | narrow);
}

} // namespace mlir::relax

#endif // RELAX_SUPPORT_FLOATBITS_H
