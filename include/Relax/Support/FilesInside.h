// Files that untrusted input names: they lie in one folder, or are rejected.
#ifndef RELAX_SUPPORT_FILESINSIDE_H
#define RELAX_SUPPORT_FILESINSIDE_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::relax {

/// The real path of the file `relative` inside `folder`, which is the current
/// one if empty. Rejected are absolute paths, `..`, links that lead out of the
/// folder, and what is no file; the error calls the file's content `what`.
FailureOr<std::string> findInside(llvm::StringRef what,
                                  llvm::StringRef relative,
                                  llvm::StringRef folder, Location loc);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_FILESINSIDE_H
