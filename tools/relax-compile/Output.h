// What relax-compile writes for this machine: libraries, objects, text.
#ifndef RELAX_TOOLS_RELAX_COMPILE_OUTPUT_H
#define RELAX_TOOLS_RELAX_COMPILE_OUTPUT_H

#include "Relax/Target/NativeCode.h"
#include "mlir/IR/BuiltinOps.h"
#include <optional>

namespace mlir::relax {

/// The kinds of output; `FromName` leaves it to the name of the output.
enum class Emit {
  FromName,
  MLIR,
  LLVM,
  Assembly,
  Object,
  SharedLibrary,
  PTX,
  Cubin
};

/// What the name of an output says; nothing for an extension that says nothing.
/// A name without one is a shared library's, as one with a version is.
std::optional<Emit> getNamedEmit(StringRef path);

/// The value of `--emit` for a kind of output; empty for `FromName`.
StringRef getOptionValue(Emit emit);

/// Writes `module`, of the llvm dialect, to `path` as an object, assembly or
/// LLVM IR.
LogicalResult writeNative(ModuleOp module, Emit emit,
                          llvm::TargetMachine &machine, StringRef path);

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_COMPILE_OUTPUT_H
