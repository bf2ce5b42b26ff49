// Reductions, and what stands before and behind them, row by row: sums, matrix
// times vector, softmax, norms. All nests over the same rows are one kernel.
#include "RowKernel.h"
#include "SplitGroups.h"

namespace mlir::tir {

// True if what a reduction loads moves with all rows, or is the same for a few
// only: tiles of several rows would gain little.
static bool hasOwnInputs(RowNest &nest) {
  constexpr int64_t kFew = 8;
  FailureOr<Reduction> reduction = matchReduction(nest.nest, nullptr);
  SmallVector<ElementAccess> inputs = reduction->getInputs();
  return inputs.empty() || llvm::any_of(inputs, [&](ElementAccess &input) {
           int64_t same = 1;
           for (unsigned iter : nest.rows)
             if (isInvariant(nest.nest.block, input, iter))
               same *= std::min(
                   nest.nest.getConstantExtent(iter).value_or(kFew + 1),
                   kFew + 1);
           return same <= kFew;
         });
}

bool scheduleGeneralReduction(Operation *root, const GPUChip &chip) {
  SplitGroups split(collectNests(root));
  std::optional<RowGroup> group = findRowGroup(split.getNests());
  if (group && !llvm::all_of(group->nests, [](RowNest &nest) {
        return !nest.reduces() || hasOwnInputs(nest);
      }))
    group = std::nullopt;
  split.keep(group ? group->nests.size() : 0);
  if (!group)
    return false;
  buildRowKernel(*group, chooseRowShape(*group, chip), chip);
  return true;
}

} // namespace mlir::tir
