// Make one axis of two of a result where tiles of one of them would not fit.
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Kernels/RowReduction/TileReduction.h"

namespace mlir::tir {

// Whether what moves along either axis is the same for all values of a third
// one, and those are so many that copies pay.
static bool hasSharedPanels(Reduction &reduction,
                            const ReductionAccesses &accesses, unsigned outer) {
  constexpr int64_t kMinRows = 32;
  unsigned column = *accesses.column;
  return llvm::any_of(reduction.spatial, [&](unsigned row) {
    if (row == column || row == outer ||
        reduction.nest.getConstantExtent(row).value_or(0) < kMinRows)
      return false;
    bool moves = false;
    for (const WalkingAccess &input : accesses.inputs) {
      if (!input.moves[column] && !input.moves[outer])
        continue;
      moves = true;
      if (input.moves[row])
        return false;
    }
    return moves;
  });
}

// The axis in front of that of the columns, if it shall be one with it, and
// that.
static std::optional<std::pair<unsigned, unsigned>>
findShortColumns(Reduction &reduction, const ReductionAccesses &accesses,
                 int64_t lanes) {
  constexpr int64_t kMinSteps = 32;
  ValueRange indices = reduction.store.getIndices();
  if (!accesses.column || indices.size() < 2)
    return std::nullopt;
  LoopNest &nest = reduction.nest;
  auto outer = dyn_cast<BlockArgument>(indices[indices.size() - 2]);
  if (!outer || outer.getOwner() != nest.block.getBody() ||
      indices.back() != nest.block.getBody()->getArgument(*accesses.column))
    return std::nullopt;
  std::optional<int64_t> width = nest.getConstantExtent(*accesses.column);
  std::optional<int64_t> height = nest.getConstantExtent(outer.getArgNumber());
  bool isShort = width && *width > 1 && *width < 6 * lanes &&
                 *width % (3 * lanes) != 0 && height && *height > 1;
  if (!isShort || accesses.steps < kMinSteps ||
      !hasSharedPanels(reduction, accesses, outer.getArgNumber()))
    return std::nullopt;
  return std::pair(outer.getArgNumber(), *accesses.column);
}

bool joinShortAxes(Reduction &reduction, const ReductionAccesses &accesses,
                   int64_t lanes) {
  // Not both: a column that is joined is no longer one of an image's lines.
  auto axes = findShortColumns(reduction, accesses, lanes);
  if (!axes)
    axes = findShortLines(reduction, accesses, lanes);
  if (axes)
    joinSpatial(reduction, axes->first, axes->second);
  return axes.has_value();
}

} // namespace mlir::tir
