// The names that code generation gives a meaning of its own.
#ifndef RELAX_SUPPORT_LIBRARYNAMES_H
#define RELAX_SUPPORT_LIBRARYNAMES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::relax {

/// Whether native code may call a function of this name that is not the
/// program's: one of the C library, such as `exp`, `malloc` or `memcpy`, of the
/// compiler's run time, or of ours.
bool isLibraryName(llvm::StringRef name);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_LIBRARYNAMES_H
