// Names of functions of the run-time library that programs call as external.
#ifndef RELAX_SUPPORT_LIBRARYFUNCTIONS_H
#define RELAX_SUPPORT_LIBRARYFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::relax {

/// Fills a tensor of one i1 with whether an external function is there, whose
/// name it gets as a tensor of bytes.
inline constexpr llvm::StringLiteral kHasFunction =
    "relax.runtime.has_function";

} // namespace mlir::relax

#endif // RELAX_SUPPORT_LIBRARYFUNCTIONS_H
