// Modules as TVMScript, the Python text that TVM reads.
#ifndef RELAX_TARGET_TVMSCRIPT_TVMSCRIPT_H
#define RELAX_TARGET_TVMSCRIPT_TVMSCRIPT_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {

/// How a module is written.
struct TVMScriptOptions {
  /// Bits of the integers that indices become.
  unsigned indexBits = 64;
  /// The most elements of a constant that stands in the text.
  int64_t maxInline = 16;
  /// The file for the elements of larger constants, in the format of
  /// safetensors; empty if there is none.
  std::string params;
};

/// Writes `module` as TVMScript, and its large constants to the file for them.
/// What TVM has no form for is an error at its op; all of them are reported.
LogicalResult writeTVMScript(ModuleOp module, llvm::raw_ostream &os,
                             const TVMScriptOptions &options = {});

/// Makes `relax-translate --mlir-to-tvmscript` known, with its options.
void registerToTVMScript();

} // namespace mlir::relax

#endif // RELAX_TARGET_TVMSCRIPT_TVMSCRIPT_H
