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

/// Code of a library for one of several CPUs.
struct CodeVersion {
  /// What names of its symbols end in; empty where there is one version.
  llvm::StringRef suffix;
  /// Called when the module names its large constants no more: their owner may
  /// free them.
  llvm::function_ref<void()> weightsWritten;
  /// Called when the ops of the module are not read again: their owner may
  /// erase them.
  llvm::function_ref<void()> translated;
};

/// Makes a shared library of one or more versions of a program, each from a
/// module of its own. Large constants that are equal are there once.
class LibraryWriter {
public:
  LibraryWriter();
  ~LibraryWriter();

  /// Generates code of `module`, whose ops are all of the llvm dialect, in
  /// parallel. The module may go afterwards.
  LogicalResult add(ModuleOp module, const HostMachineOptions &options,
                    const CodeVersion &version);

  /// Whether nothing was added.
  bool isEmpty() const;

  /// Links it as `linkSharedLibrary` does.
  LogicalResult link(Location location, llvm::StringRef path,
                     const LinkOptions &options);

private:
  struct Objects;
  std::unique_ptr<Objects> objects;
};

/// Makes a shared library of one module.
LogicalResult writeSharedLibrary(ModuleOp module,
                                 const HostMachineOptions &options,
                                 llvm::StringRef path, const LinkOptions &link);

} // namespace mlir::relax

#endif // RELAX_TARGET_SHAREDLIBRARY_H
