// Files in the safetensors format: named tensors, mapped and not copied.
#ifndef RELAX_SUPPORT_SAFETENSORS_H
#define RELAX_SUPPORT_SAFETENSORS_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace mlir::relax {

/// A tensor of a file.
struct StoredTensor {
  /// The format's name of the element type, such as F32.
  std::string elementType;
  /// The sizes.
  SmallVector<int64_t> shape;
  /// The elements in row-major order, inside the file's memory.
  ArrayRef<char> bytes;
};

/// An open file; all its tensors lie inside it and have as many bytes as their
/// shape and element type say.
class Safetensors {
public:
  /// Maps the file at `path`, which must not change while it is used; what is
  /// wrong with it is reported at `loc`.
  static FailureOr<Safetensors> open(llvm::StringRef path, Location loc);

  /// The tensor of this name; null if there is none.
  const StoredTensor *find(llvm::StringRef name) const;

  /// What the tensors' bytes lie in, and live as long as.
  std::shared_ptr<llvm::MemoryBuffer> getMemory() const { return memory; }

private:
  std::shared_ptr<llvm::MemoryBuffer> memory;
  llvm::StringMap<StoredTensor> tensors;
};

} // namespace mlir::relax

#endif // RELAX_SUPPORT_SAFETENSORS_H
