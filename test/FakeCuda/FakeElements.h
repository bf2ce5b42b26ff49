// Elements that the libraries for tests compute with.
#ifndef RELAX_TEST_FAKECUDA_FAKEELEMENTS_H
#define RELAX_TEST_FAKECUDA_FAKEELEMENTS_H

#include <cstdint>
#include <cstring>

namespace fake_cuda {

/// Numbers of cudaDataType, of which cuDNN has the first three.
enum DataType { F32 = 0, F64 = 1, F16 = 2, BF16 = 14 };

/// Bytes of an element; 0 of a type that there is none of here.
inline size_t getBytes(int type) {
  return type == F32                   ? 4
         : type == F64                 ? 8
         : type == F16 || type == BF16 ? 2
                                       : 0;
}

inline double readElement(const void *data, int type, int64_t index) {
  if (type == F32)
    return static_cast<const float *>(data)[index];
  if (type == F64)
    return static_cast<const double *>(data)[index];
  if (type == F16)
    return double(static_cast<const _Float16 *>(data)[index]);
  uint32_t bits = uint32_t(static_cast<const uint16_t *>(data)[index]) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

inline void writeElement(void *data, int type, int64_t index, double value) {
  if (type == F32)
    static_cast<float *>(data)[index] = float(value);
  else if (type == F64)
    static_cast<double *>(data)[index] = value;
  else if (type == F16)
    static_cast<_Float16 *>(data)[index] = _Float16(value);
  else {
    auto single = float(value);
    uint32_t bits;
    std::memcpy(&bits, &single, sizeof(bits));
    // To nearest, ties to even; tests have no NaN here.
    bits += 0x7FFF + ((bits >> 16) & 1);
    static_cast<uint16_t *>(data)[index] = uint16_t(bits >> 16);
  }
}

} // namespace fake_cuda

#endif // RELAX_TEST_FAKECUDA_FAKEELEMENTS_H
