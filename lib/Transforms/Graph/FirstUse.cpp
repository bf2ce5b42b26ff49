// Ops that stand where they are needed, and nowhere if they are not.
#include "FirstUse.h"

#include "mlir/IR/OpDefinition.h"

namespace mlir::relax {

/// Layout and precision passes make a value in its written form beside the
/// converted one and decide later who needs it. Left at its definition it would
/// live, and cost memory, over the whole region.
void sinkToFirstUse(Operation *op) {
  if (op->use_empty()) {
    op->erase();
    return;
  }
  Operation *first = nullptr;
  for (Operation *user : op->getUsers()) {
    // A user may be in a nested region; its ancestor in this block is what the
    // op has to stand before.
    Operation *inBlock = op->getBlock()->findAncestorOpInBlock(*user);
    if (!first || inBlock->isBeforeInBlock(first))
      first = inBlock;
  }
  // What only the end of the block takes stays at what makes it.
  if (!first->hasTrait<OpTrait::IsTerminator>())
    op->moveBefore(first);
}

} // namespace mlir::relax
