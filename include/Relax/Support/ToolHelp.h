// What a tool says first when it is asked for help.
#ifndef RELAX_SUPPORT_TOOLHELP_H
#define RELAX_SUPPORT_TOOLHELP_H

#include "llvm/ADT/StringRef.h"

namespace mlir::relax {

/// If the command line asks for help, print `introduction` and leave out of
/// what LLVM prints after it the hundreds of options registered so far, which
/// are those of LLVM's back ends; `--help-hidden` still shows them. To be
/// called before upstream's driver, which registers the options that matter.
void introduceTool(int argc, const char *const *argv,
                   llvm::StringRef introduction);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_TOOLHELP_H
