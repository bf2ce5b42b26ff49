// What a tool says when it is asked for its version.
#ifndef RELAX_SUPPORT_TOOLVERSION_H
#define RELAX_SUPPORT_TOOLVERSION_H

#include "llvm/ADT/StringRef.h"

namespace mlir::relax {

/// Whether the command line is `TOOL --version`. It then has been answered:
/// with the version of this project, MLIR's, and the targets that code is
/// generated for. To be called first in `main`, before options are parsed.
bool answerVersion(int argc, const char *const *argv, llvm::StringRef tool);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_TOOLVERSION_H
