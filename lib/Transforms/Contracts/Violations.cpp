// Which of two ops runs after the other.
#include "Violations.h"

namespace mlir::relax {

bool isAfter(Operation *first, Operation *second) {
  for (Operation *op = first; op && op->getBlock(); op = op->getParentOp())
    if (Operation *other = op->getBlock()->findAncestorOpInBlock(*second))
      return op->isBeforeInBlock(other);
  return false;
}

} // namespace mlir::relax
