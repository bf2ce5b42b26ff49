// Links object files to a shared library.
#ifndef RELAX_TARGET_SHAREDLIBRARY_H
#define RELAX_TARGET_SHAREDLIBRARY_H

#include "Relax/Target/HostMachine.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::relax {

/// Links the files `objects`, of the machine `triple`, this one if it is empty,
/// to the shared library `path` with the program `linker`, or with the linker
/// that is built in if that is empty. A shared library among the objects is
/// loaded with it, from where it is now. Symbols of the run-time library stay
/// open until the library is loaded.
LogicalResult linkSharedLibrary(Location location,
                                llvm::ArrayRef<std::string> objects,
                                llvm::StringRef path, llvm::StringRef linker,
                                const llvm::Triple &triple);

/// How a library is linked.
struct LinkOptions {
  /// As that of `linkSharedLibrary`.
  llvm::StringRef linker;
  /// The run-time library that it loads; empty for none.
  llvm::StringRef runtime;
};

/// Generates code of `module`, whose ops are all of the llvm dialect, in
/// parallel, and links it as `linkSharedLibrary` does. `translated` is called
/// when nothing of `module` is needed any more: its owner may free it then.
LogicalResult writeSharedLibrary(ModuleOp module,
                                 const HostMachineOptions &options,
                                 llvm::StringRef path, const LinkOptions &link,
                                 llvm::function_ref<void()> translated = {});

} // namespace mlir::relax

#endif // RELAX_TARGET_SHAREDLIBRARY_H
