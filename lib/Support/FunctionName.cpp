// What the name of a function must be for the run time to find it.
#include "Relax/Support/FunctionName.h"

namespace mlir::relax {

LogicalResult verifyFunctionName(Operation *op, StringRef name, unsigned rule) {
  if (name.empty())
    return emitRuleError(op, rule,
                         "expects a name, found an empty one, which nobody "
                         "could call; give it one");
  if (name.contains('\0'))
    return emitRuleError(op, rule,
                         "expects a name without a NUL character, found one, "
                         "which ends it outside of the module; rename it");
  return success();
}

} // namespace mlir::relax
