// Tensor data that lies in files beside the model.
#ifndef RELAX_LIB_IMPORT_EXTERNALDATA_H
#define RELAX_LIB_IMPORT_EXTERNALDATA_H

#include "Proto.h"
#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"

namespace mlir::relax {

/// A part of a file that was shown to lie inside the model's folder.
struct ExternalRange {
  /// The real path of the file.
  std::string path;
  /// The first byte.
  uint64_t offset = 0;
};

/// Where the `size` bytes of `tensor` lie below `folder`. Rejected are absolute
/// paths, `..`, links that lead out of the folder, and ranges beyond the file.
FailureOr<ExternalRange> locateExternalData(const ::onnx::TensorProto &tensor,
                                            StringRef folder, uint64_t size,
                                            Location loc);

/// Fill `bytes` from `range`.
LogicalResult readExternalData(const ExternalRange &range, Location loc,
                               MutableArrayRef<char> bytes);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_EXTERNALDATA_H
