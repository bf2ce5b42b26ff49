// The text of an ONNX model.
#ifndef RELAX_LIB_IMPORT_MODELTEXT_MODELTEXT_H
#define RELAX_LIB_IMPORT_MODELTEXT_MODELTEXT_H

#include "Proto.h"
#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"

namespace mlir::relax {

/// Whether `data` is the text of a model and no protobuf message.
bool isModelText(StringRef data, Location loc);

/// Read the text of a model, in ONNX's own syntax
/// (https://onnx.ai/onnx/repo-docs/Syntax.html).
LogicalResult readModelText(StringRef text, Location loc,
                            ::onnx::ModelProto &model);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_MODELTEXT_MODELTEXT_H
