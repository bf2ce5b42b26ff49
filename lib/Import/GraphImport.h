// Turns the graph of a model into a function.
#ifndef RELAX_LIB_IMPORT_GRAPHIMPORT_H
#define RELAX_LIB_IMPORT_GRAPHIMPORT_H

#include "Proto.h"
#include "Relax/Import/ImportONNX.h"

namespace mlir::relax {

/// The module for `model`, or null after errors; all that is wrong with the
/// model is reported in one run. Weights move out of `model`; those in other
/// files are looked up in `folder`.
OwningOpRef<ModuleOp> importGraph(::onnx::ModelProto &model, StringRef folder,
                                  MLIRContext *context,
                                  const ImportONNXOptions &options);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_GRAPHIMPORT_H
