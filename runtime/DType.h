// Names of dtypes and devices.
#ifndef RELAX_RUNTIME_DTYPE_H
#define RELAX_RUNTIME_DTYPE_H

#include "relax_runtime.h"

namespace relax::runtime {

/// A dtype's text on the stack.
struct DTypeText {
  /// Writes the text.
  explicit DTypeText(DLDataType dtype) { relax_dtype_to_text(dtype, text); }
  /// The text.
  char text[24];
};

/// Name of a DLPack device type, such as "cuda".
const char *getDeviceName(int32_t deviceType);

/// True if the two dtypes are the same.
inline bool isSame(DLDataType a, DLDataType b) {
  return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes;
}

/// Element `index` of compact elements at `data` as a double; true if the dtype
/// is one of the known numbers.
bool readNumber(const void *data, DLDataType dtype, int64_t index,
                double &value);

/// Writes a number as an element of the dtype: floats are rounded, integers
/// truncated and kept in range; false if the dtype is not a known number.
bool writeNumber(void *data, DLDataType dtype, int64_t index, double value);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_DTYPE_H
