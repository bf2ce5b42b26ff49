// Which of two ops runs after the other.
#include "Violations.h"

namespace mlir::relax {

/// Up from `first`: at the block that holds both, directly or in an op of it,
/// order is that of the block. Where neither holds the other, as in two
/// branches of an `if`, the op around both has no order for them, and the
/// answer is false.
bool isAfter(Operation *first, Operation *second) {
  for (Operation *op = first; op && op->getBlock(); op = op->getParentOp())
    if (Operation *other = op->getBlock()->findAncestorOpInBlock(*second))
      return op->isBeforeInBlock(other);
  return false;
}

} // namespace mlir::relax
