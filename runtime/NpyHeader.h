// The header of a .npy file.
#ifndef RELAX_RUNTIME_NPYHEADER_H
#define RELAX_RUNTIME_NPYHEADER_H

#include "relax_runtime.h"

#include <string>
#include <string_view>

namespace relax::runtime {

/// What a header says.
struct NpyHeader {
  /// Type of an element.
  DLDataType dtype;
  /// True if bytes are in the order that this machine has not.
  bool isSwapped = false;
  /// True if the first dimension varies fastest.
  bool isFortranOrder = false;
  /// Number of dimensions.
  int32_t rank = 0;
  /// The dimensions.
  int64_t dims[RELAX_MAX_RANK] = {};
};

/// Bytes of magic, version and length that every file begins with, at most.
constexpr size_t npyPrefixBytes = 12;

/// Finds the header's text behind the first `bytes`, at least npyPrefixBytes of
/// them unless the file is shorter; "" or what is wrong.
std::string findNpyHeader(std::string_view bytes, size_t &offset,
                          size_t &length);

/// Reads a header's text; "" or what is wrong.
std::string parseNpyHeader(std::string_view text, NpyHeader &header);

/// Magic, version, length and text for a compact tensor; "" if NumPy has no
/// such dtype.
std::string makeNpyHeader(const DLTensor &tensor);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_NPYHEADER_H
