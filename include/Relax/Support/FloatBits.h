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

} // namespace mlir::relax

#endif // RELAX_SUPPORT_FLOATBITS_H
