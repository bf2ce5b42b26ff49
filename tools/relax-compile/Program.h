// The program that relax-compile reads, and writes where a stage ends.
#ifndef RELAX_TOOLS_RELAX_COMPILE_PROGRAM_H
#define RELAX_TOOLS_RELAX_COMPILE_PROGRAM_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"
#include <string>
#include <vector>

namespace mlir::relax {

/// How a program is read.
struct ReadOptions {
  /// Shapes of inputs of an ONNX model, as `name=1x3x?xn`.
  std::vector<std::string> inputShapes;
  /// Operators of an ONNX model that are registered at run time.
  std::vector<std::string> customOps;
  /// Targets of custom calls of StableHLO that are registered at run time.
  std::vector<std::string> packedCalls;
  /// Read text or bytecode in a process of its own.
  bool isolate = false;
};

/// What files have been read of a program. The weights of bytecode are views of
/// the file, which so outlives all that names them, and are not held twice.
using SharedSources = std::shared_ptr<llvm::SourceMgr>;

/// Read the model or module at `path`; `sources` holds its text afterwards, for
/// diagnostics. Null after an error.
OwningOpRef<ModuleOp> readProgram(StringRef path, MLIRContext &context,
                                  const SharedSources &sources,
                                  const ReadOptions &options);

/// Write `module` to `path`: as bytecode if the name ends in `.mlirbc`, else as
/// text.
LogicalResult writeProgram(ModuleOp module, StringRef path);

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_COMPILE_PROGRAM_H
