// Reads ONNX models into the relax dialect.
#ifndef RELAX_IMPORT_IMPORTONNX_H
#define RELAX_IMPORT_IMPORTONNX_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlir::relax {

/// What the caller may say about a model beyond what its file says.
struct ImportONNXOptions {
  /// Shapes of inputs, each as `name=1x3x48x192`. An entry is a size, a symbol
  /// or `?`; it replaces what the model says about that dimension.
  std::vector<std::string> inputShapes;
  /// Operators that are external functions, and what they give, each as
  /// `com.acme.Scale:same-as=0` or `com.acme.Pair:[n, k] -> [n * 2, k], [n]
  /// i64`.
  std::vector<std::string> customOps;
  /// The name of the function that holds the graph.
  std::string functionName = "main";
};

/// Read the model at `path` into a module of one public `relax.func`.
/// Everything wrong with the model is reported through the diagnostics of
/// `context` in one run; the result is then null.
OwningOpRef<ModuleOp> importONNX(llvm::StringRef path, MLIRContext *context,
                                 const ImportONNXOptions &options = {});

/// The supported operators, each as `Conv 7-21`, sorted.
std::vector<std::string> getONNXOperators();

/// Operators that cannot be supported, each as `Name: reason`, sorted.
std::vector<std::string> getMissingONNXOperators();

} // namespace mlir::relax

#endif // RELAX_IMPORT_IMPORTONNX_H
