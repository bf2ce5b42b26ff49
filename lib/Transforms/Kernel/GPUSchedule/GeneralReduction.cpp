// Reductions, and what stands before and behind them, row by row: sums, matrix
// times vector, softmax, norms. All nests over the same rows are one kernel.
#include "RowKernel.h"

namespace mlir::tir {

// The nests at the top from `root` on, with nothing but sizes between.
static SmallVector<BlockNest> collectNests(Operation *root) {
  SmallVector<BlockNest> nests;
  for (Operation *op = root; op; op = op->getNextNode()) {
    FailureOr<BlockNest> nest = matchBlockNest(op, nullptr);
    if (succeeded(nest))
      nests.push_back(*nest);
    else if (!isMemoryEffectFree(op) &&
             !hasSingleEffect<MemoryEffects::Allocate>(op))
      break;
  }
  return nests;
}

// True if what a reduction loads moves with all rows: none loads what another
// one does, so that tiles of several rows would gain nothing.
static bool hasOwnInputs(RowNest &nest) {
  FailureOr<Reduction> reduction = matchReduction(nest.nest, nullptr);
  SmallVector<ElementAccess> inputs = reduction->getInputs();
  return inputs.empty() || llvm::any_of(inputs, [&](ElementAccess &input) {
           return llvm::all_of(nest.rows, [&](unsigned iter) {
             return nest.nest.getConstantExtent(iter) == 1 ||
                    !isInvariant(nest.nest.block, input, iter);
           });
         });
}

bool scheduleGeneralReduction(Operation *root, const GPUChip &chip) {
  std::optional<RowGroup> group = findRowGroup(collectNests(root));
  if (!group || !llvm::all_of(group->nests, [](RowNest &nest) {
        return !nest.reduces() || hasOwnInputs(nest);
      }))
    return false;
  buildRowKernel(*group, chooseRowShape(*group, chip), chip);
  return true;
}

} // namespace mlir::tir
