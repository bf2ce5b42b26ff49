// Whether a function may hold ops of explicit memory.
#include "ExplicitMemory.h"

namespace mlir::relax {

LogicalResult checkAllowsEffects(FuncOp func) {
  if (func.getImpure() || func->hasAttr("relax.force_pure"))
    return success();
  return func.emitOpError("is pure, but explicit memory is an effect; run "
                          "'relax-remove-purity-checking' first");
}

} // namespace mlir::relax
