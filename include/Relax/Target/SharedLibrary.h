// Links object files to a shared library.
#ifndef RELAX_TARGET_SHAREDLIBRARY_H
#define RELAX_TARGET_SHAREDLIBRARY_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::relax {

/// Links the files `objects` to the shared library `path` with the first linker
/// found: `linker` if it is not empty, else ld.lld-22, ld.lld, ld, cc. Symbols
/// of the run-time library stay open until the library is loaded.
LogicalResult linkSharedLibrary(Location location,
                                llvm::ArrayRef<std::string> objects,
                                llvm::StringRef path,
                                llvm::StringRef linker = {});

} // namespace mlir::relax

#endif // RELAX_TARGET_SHAREDLIBRARY_H
