// What the name of a function must be for the run time to find it.
#include "Relax/Support/FunctionName.h"

namespace mlir::relax {

LogicalResult verifyFunctionName(Operation *op, StringRef name, unsigned rule) {
  if (name.empty())
    return emitRuleError(op, rule,
                         "has an empty name, which nobody can call; give it "
                         "one");
  if (name.contains('\0'))
    return emitRuleError(op, rule,
                         "has a name with a NUL character, which is cut there "
                         "outside of the module; rename it");
  return success();
}

} // namespace mlir::relax
