// What the name of a function must be for the run time to find it.
#ifndef RELAX_SUPPORT_FUNCTIONNAME_H
#define RELAX_SUPPORT_FUNCTIONNAME_H

#include "Relax/Support/RuleError.h"

namespace mlir::relax {

/// Checks rule `rule` of `op`, a function: its name is not empty, and has no
/// NUL character, where descriptors and C end a name.
LogicalResult verifyFunctionName(Operation *op, StringRef name, unsigned rule);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_FUNCTIONNAME_H
