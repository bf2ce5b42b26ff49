// Ops that stand where they are needed, and nowhere if they are not.
#include "FirstUse.h"

#include "mlir/IR/OpDefinition.h"

namespace mlir::relax {

void sinkToFirstUse(Operation *op) {
  if (op->use_empty()) {
    op->erase();
    return;
  }
  Operation *first = nullptr;
  for (Operation *user : op->getUsers()) {
    Operation *inBlock = op->getBlock()->findAncestorOpInBlock(*user);
    if (!first || inBlock->isBeforeInBlock(first))
      first = inBlock;
  }
  // What only the end of the block takes stays at what makes it.
  if (!first->hasTrait<OpTrait::IsTerminator>())
    op->moveBefore(first);
}

} // namespace mlir::relax
