// What a .safetensors file says of a tensor.
#ifndef RELAX_RUNTIME_SAFETENSORSHEADER_H
#define RELAX_RUNTIME_SAFETENSORSHEADER_H

#include "relax_runtime.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace relax::runtime {

/// A tensor of a file.
struct StoredTensor {
  std::string dtype;
  std::vector<int64_t> shape;
  /// Where its bytes begin and end, behind the header.
  std::vector<int64_t> offsets;
};

/// The tensors of a file by their names.
using StoredTensors = std::unordered_map<std::string, StoredTensor>;

/// Reads a header, JSON that may be anyone's. "" or what is wrong with it.
std::string readStoredTensors(std::string_view header, StoredTensors &tensors);

/// The dtype of a name such as "BF16"; false if no tensor has it.
bool parseStoredDType(std::string_view name, DLDataType &dtype);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_SAFETENSORSHEADER_H
