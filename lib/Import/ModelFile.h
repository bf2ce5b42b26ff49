// Reads the file of an ONNX model.
#ifndef RELAX_LIB_IMPORT_MODELFILE_H
#define RELAX_LIB_IMPORT_MODELFILE_H

#include "Proto.h"
#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"

namespace mlir::relax {

/// Decode the file at `path` into `model`. A file that cannot be read, is
/// empty, too large, truncated or no model gives an error at `loc`.
LogicalResult readModelFile(StringRef path, Location loc,
                            ::onnx::ModelProto &model);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_MODELFILE_H
