// Names dtypes as MLIR does, reads and writes single elements.
#include "DType.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>

namespace relax::runtime {

const char *getDeviceName(int32_t deviceType) {
  switch (deviceType) {
  case kDLCPU:
    return "cpu";
  case kDLCUDA:
    return "cuda";
  case kDLCUDAHost:
    return "cuda_host";
  case kDLOpenCL:
    return "opencl";
  case kDLVulkan:
    return "vulkan";
  case kDLMetal:
    return "metal";
  case kDLROCM:
    return "rocm";
  // Number 13 is newer than the bundled dlpack.h names.
  case 13:
    return "cuda_managed";
  default:
    return "device";
  }
}

namespace {
// One spelling of the beginning of a dtype; the number of bits follows.
struct Spelling {
  const char *prefix;
  uint8_t code;
};

// A dtype whose name is fixed.
struct FixedName {
  const char *name;
  DLDataType dtype;
};
} // namespace

// The first spelling of a code is the one that is printed.
// Several spellings are accepted, TVM's, MLIR's and numpy's; one is printed.
static constexpr Spelling spellings[] = {
    {"i", RELAX_INT},         {"ui", RELAX_UINT},
    {"f", RELAX_FLOAT},       {"bf", RELAX_BFLOAT},
    {"handle", RELAX_OPAQUE}, {"complex", RELAX_COMPLEX},
    {"int", RELAX_INT},       {"uint", RELAX_UINT},
    {"float", RELAX_FLOAT},   {"bfloat", RELAX_BFLOAT},
    {"si", RELAX_INT},        {"u", RELAX_UINT},
};

static constexpr FixedName fixedNames[] = {
    {"bool", {RELAX_BOOL, 8, 1}},
    {"i1", {RELAX_BOOL, 8, 1}},
    {"f8E3M4", {RELAX_FLOAT8_E3M4, 8, 1}},
    {"f8E4M3", {RELAX_FLOAT8_E4M3, 8, 1}},
    {"f8E4M3B11FNUZ", {RELAX_FLOAT8_E4M3B11FNUZ, 8, 1}},
    {"f8E4M3FN", {RELAX_FLOAT8_E4M3FN, 8, 1}},
    {"f8E4M3FNUZ", {RELAX_FLOAT8_E4M3FNUZ, 8, 1}},
    {"f8E5M2", {RELAX_FLOAT8_E5M2, 8, 1}},
    {"f8E5M2FNUZ", {RELAX_FLOAT8_E5M2FNUZ, 8, 1}},
    {"f8E8M0FNU", {RELAX_FLOAT8_E8M0FNU, 8, 1}},
};

static float makeFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

// By hand, as the runtime has no dependency on a compiler's half type (C++17,
// older gcc).
static float readHalf(uint16_t half) {
  uint32_t sign = uint32_t(half & 0x8000) << 16;
  uint32_t exponent = (half >> 10) & 0x1f, fraction = half & 0x3ff;
  if (exponent == 0x1f)
    return makeFloat(sign | 0x7f800000 | fraction << 13);
  if (exponent != 0)
    return makeFloat(sign | (exponent + 112) << 23 | fraction << 13);
  // Subnormals: the fraction counts in steps of 2^-24.
  float value = std::ldexp(float(fraction), -24);
  return sign ? -value : value;
}

// The bits of a number of no sign with so many bits of fraction, whose smallest
// normal number is 2^`least`. Too large numbers get too large bits.
// Rounds once from double. Through float it would round twice, and 1 + 2^-11 +
// 2^-40 would go the wrong way.
static uint32_t roundToBits(double size, int fractionBits, int least) {
  // The step between neighbours is 2^(exponent - fractionBits), also below the
  // smallest normal number.
  int exponent = size >= std::ldexp(1.0, least) ? std::ilogb(size) : least;
  auto steps =
      uint32_t(std::nearbyint(std::ldexp(size, fractionBits - exponent)));
  // A carry out of the fraction lands in the exponent, as it should.
  return (uint32_t(exponent - least) << fractionBits) + steps;
}

static uint16_t writeHalf(double value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  double size = std::fabs(value);
  if (std::isnan(value))
    return sign | 0x7e00;
  // 65520 is halfway between 65504 and what would be 65536; ties go to even,
  // which is infinity.
  if (size >= 65520.0)
    return sign | 0x7c00;
  return uint16_t(sign + roundToBits(size, 10, -14));
}

namespace {
// What the bits with the largest exponent are: as in IEEE 754; numbers, all but
// the last, which is NaN; numbers, where -0 is NaN and there is no other zero.
enum class Largest { InfinityAndNaN, NaN, Numbers };

// A format of 8 bits: sign, exponent, fraction.
struct Float8 {
  uint8_t code;
  int fractionBits;
  int bias;
  Largest largest;

  int getLeast() const { return 1 - bias; }
  // Infinity where there is one.
  uint8_t getTopExponent() const {
    return uint8_t(0x7f >> fractionBits << fractionBits);
  }
};
} // namespace

static constexpr Float8 float8s[] = {
    {RELAX_FLOAT8_E3M4, 4, 3, Largest::InfinityAndNaN},
    {RELAX_FLOAT8_E4M3, 3, 7, Largest::InfinityAndNaN},
    {RELAX_FLOAT8_E4M3B11FNUZ, 3, 11, Largest::Numbers},
    {RELAX_FLOAT8_E4M3FN, 3, 7, Largest::NaN},
    {RELAX_FLOAT8_E4M3FNUZ, 3, 8, Largest::Numbers},
    {RELAX_FLOAT8_E5M2, 2, 15, Largest::InfinityAndNaN},
    {RELAX_FLOAT8_E5M2FNUZ, 2, 16, Largest::Numbers},
};

static const Float8 *findFloat8(DLDataType dtype) {
  if (dtype.bits == 8)
    for (const Float8 &format : float8s)
      if (format.code == dtype.code)
        return &format;
  return nullptr;
}

static double readFloat8(const Float8 &format, uint8_t bits) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  int size = bits & 0x7f, top = format.getTopExponent();
  if (format.largest == Largest::Numbers && bits == 0x80)
    return nan;
  if (format.largest == Largest::NaN && size == 0x7f)
    return nan;
  double value;
  if (format.largest == Largest::InfinityAndNaN && size >= top) {
    value = size == top ? std::numeric_limits<double>::infinity() : nan;
  } else {
    int exponent = size >> format.fractionBits;
    int fraction = size & ((1 << format.fractionBits) - 1);
    // Below the smallest normal number the first bit is not hidden.
    if (exponent > 0)
      fraction |= 1 << format.fractionBits;
    else
      exponent = 1;
    value = std::ldexp(double(fraction),
                       exponent - format.bias - format.fractionBits);
  }
  return bits & 0x80 ? -value : value;
}

// A number that is too large becomes infinity, else NaN, as ml_dtypes has it.
static uint8_t writeFloat8(const Float8 &format, double value) {
  uint8_t sign = std::signbit(value) ? 0x80 : 0;
  uint8_t top = format.getTopExponent(), nan = sign | 0x7f, greatest = 0x7f;
  uint8_t beyond = nan;
  if (format.largest == Largest::InfinityAndNaN) {
    nan = uint8_t(sign | top | 1 << (format.fractionBits - 1));
    beyond = sign | top;
    greatest = uint8_t(top - 1);
  } else if (format.largest == Largest::NaN) {
    greatest = 0x7e;
  } else {
    beyond = nan = 0x80;
  }
  if (std::isnan(value))
    return nan;
  // Larger than all of these formats, and small enough for the bits.
  double size = std::fmin(std::fabs(value), 0x1p17);
  uint32_t bits = roundToBits(size, format.fractionBits, format.getLeast());
  if (bits > greatest)
    return beyond;
  return bits == 0 && format.largest == Largest::Numbers ? 0
                                                         : uint8_t(sign | bits);
}

// Round to nearest even by adding 0x7fff plus the lowest kept bit. NaN is
// quieted instead, or a carry could make it infinity.
static uint16_t writeBrain(double value) {
  auto narrow = float(value);
  uint32_t bits;
  std::memcpy(&bits, &narrow, sizeof(bits));
  if (std::isnan(value))
    return uint16_t(bits >> 16 | 0x40);
  return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

// memcpy: DLPack promises alignment to the element only in parts, and readers
// of files have none.
template <typename Number>
static bool readAs(const void *data, int64_t index, double &value) {
  Number number;
  std::memcpy(&number, static_cast<const Number *>(data) + index,
              sizeof(Number));
  value = double(number);
  return true;
}

// An integer takes the nearest value that it has: the conversion of any other
// one is undefined. The upper limit is compared as a power of two, exactly.
// Number(value) for a value outside is undefined in C++. double(max) of int64
// rounds up to 2^63, so comparing with it would let 2^63 pass.
template <typename Number>
static Number convertTo(double value) {
  if constexpr (std::is_integral_v<Number>) {
    using Limits = std::numeric_limits<Number>;
    if (!(value > double(Limits::min())))
      return std::isnan(value) ? Number(0) : Limits::min();
    if (value >= std::ldexp(1.0, Limits::digits))
      return Limits::max();
  }
  return Number(value);
}

template <typename Number>
static bool writeAs(void *data, int64_t index, double value) {
  auto number = convertTo<Number>(value);
  std::memcpy(static_cast<Number *>(data) + index, &number, sizeof(Number));
  return true;
}

// The numbers that are read and written, as one value to switch on.
// One switch over code and bits instead of nested ones.
static constexpr int key(int code, int bits) { return code << 8 | bits; }

bool readNumber(const void *data, DLDataType dtype, int64_t index,
                double &value) {
  if (dtype.lanes != 1)
    return false;
  if (const Float8 *format = findFloat8(dtype)) {
    value = readFloat8(*format, static_cast<const uint8_t *>(data)[index]);
    return true;
  }
  switch (key(dtype.code, dtype.bits)) {
  case key(RELAX_INT, 8):
    return readAs<int8_t>(data, index, value);
  case key(RELAX_INT, 16):
    return readAs<int16_t>(data, index, value);
  case key(RELAX_INT, 32):
    return readAs<int32_t>(data, index, value);
  case key(RELAX_INT, 64):
    return readAs<int64_t>(data, index, value);
  case key(RELAX_BOOL, 8):
  case key(RELAX_UINT, 8):
    return readAs<uint8_t>(data, index, value);
  case key(RELAX_UINT, 16):
    return readAs<uint16_t>(data, index, value);
  case key(RELAX_UINT, 32):
    return readAs<uint32_t>(data, index, value);
  case key(RELAX_UINT, 64):
    return readAs<uint64_t>(data, index, value);
  case key(RELAX_FLOAT, 32):
    return readAs<float>(data, index, value);
  case key(RELAX_FLOAT, 64):
    return readAs<double>(data, index, value);
  case key(RELAX_FLOAT, 16):
    readAs<uint16_t>(data, index, value);
    value = readHalf(uint16_t(value));
    return true;
  case key(RELAX_BFLOAT, 16):
    readAs<uint16_t>(data, index, value);
    value = makeFloat(uint32_t(value) << 16);
    return true;
  default:
    return false;
  }
}

bool writeNumber(void *data, DLDataType dtype, int64_t index, double value) {
  if (dtype.lanes != 1)
    return false;
  if (const Float8 *format = findFloat8(dtype)) {
    static_cast<uint8_t *>(data)[index] = writeFloat8(*format, value);
    return true;
  }
  switch (key(dtype.code, dtype.bits)) {
  case key(RELAX_INT, 8):
    return writeAs<int8_t>(data, index, value);
  case key(RELAX_INT, 16):
    return writeAs<int16_t>(data, index, value);
  case key(RELAX_INT, 32):
    return writeAs<int32_t>(data, index, value);
  case key(RELAX_INT, 64):
    return writeAs<int64_t>(data, index, value);
  case key(RELAX_BOOL, 8):
    return writeAs<uint8_t>(data, index, value != 0);
  case key(RELAX_UINT, 8):
    return writeAs<uint8_t>(data, index, value);
  case key(RELAX_UINT, 16):
    return writeAs<uint16_t>(data, index, value);
  case key(RELAX_UINT, 32):
    return writeAs<uint32_t>(data, index, value);
  case key(RELAX_UINT, 64):
    return writeAs<uint64_t>(data, index, value);
  case key(RELAX_FLOAT, 32):
    return writeAs<float>(data, index, value);
  case key(RELAX_FLOAT, 64):
    return writeAs<double>(data, index, value);
  case key(RELAX_FLOAT, 16):
    return writeAs<uint16_t>(data, index, writeHalf(value));
  case key(RELAX_BFLOAT, 16):
    return writeAs<uint16_t>(data, index, writeBrain(value));
  default:
    return false;
  }
}

} // namespace relax::runtime

using relax::runtime::FixedName;
using relax::runtime::isSame;
using relax::runtime::Spelling;

int32_t relax_dtype_from_text(const char *text, DLDataType *dtype) {
  if (!text || !dtype)
    return RELAX_ERROR_INVALID_ARGUMENT;
  for (const FixedName &fixed : relax::runtime::fixedNames)
    if (std::strcmp(text, fixed.name) == 0) {
      *dtype = fixed.dtype;
      return RELAX_OK;
    }
  // The digits begin the width; everything in front must be one spelling
  // exactly.
  size_t length = std::strcspn(text, "0123456789");
  const char *digits = text + length;
  if (*digits < '1' || *digits > '9' || std::strlen(digits) > 3 ||
      std::strspn(digits, "0123456789") != std::strlen(digits))
    return RELAX_ERROR_INVALID_ARGUMENT;
  long bits = std::strtol(digits, nullptr, 10);
  if (bits > 255)
    return RELAX_ERROR_INVALID_ARGUMENT;
  for (const Spelling &spelling : relax::runtime::spellings)
    if (std::strlen(spelling.prefix) == length &&
        std::memcmp(spelling.prefix, text, length) == 0) {
      *dtype = {spelling.code, uint8_t(bits), 1};
      return RELAX_OK;
    }
  return RELAX_ERROR_INVALID_ARGUMENT;
}

void relax_dtype_to_text(DLDataType dtype, char text[24]) {
  char name[16] = "";
  DLDataType scalar = {dtype.code, dtype.bits, 1};
  for (const FixedName &fixed : relax::runtime::fixedNames)
    if (!name[0] && isSame(fixed.dtype, scalar))
      std::snprintf(name, sizeof(name), "%s", fixed.name);
  for (const Spelling &spelling : relax::runtime::spellings)
    if (!name[0] && spelling.code == dtype.code)
      std::snprintf(name, sizeof(name), "%s%d", spelling.prefix, dtype.bits);
  if (!name[0] && dtype.code == RELAX_ANY_TYPE)
    std::snprintf(name, sizeof(name), "?");
  if (!name[0])
    std::snprintf(name, sizeof(name), "code%d:%d", dtype.code, dtype.bits);
  if (dtype.lanes == 1 || dtype.code == RELAX_ANY_TYPE)
    std::snprintf(text, 24, "%s", name);
  else
    std::snprintf(text, 24, "%sx%d", name, dtype.lanes);
}
