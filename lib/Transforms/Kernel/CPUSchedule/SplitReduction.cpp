// Reductions to fewer results than there are threads: the largest of all
// elements, a loss. Every row is cut into pieces, each a task, whose results a
// second nest joins.
//
// The number of pieces is of the sizes and not of the threads, so that a
// program gives the same bits with any number of them.
#include "SplitReduction.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Kernels/RowReduction/SplitReduction.h"

namespace mlir::tir {

std::optional<int64_t> choosePieces(Reduction &reduction) {
  // Tasks for a large machine.
  constexpr int64_t kTasks = 64;
  if (failed(checkSplit(reduction, nullptr)))
    return std::nullopt;
  LoopNest &nest = reduction.nest;
  std::optional<int64_t> rows = nest.getConstantTotal(reduction.spatial);
  std::optional<int64_t> length = nest.getConstantTotal(reduction.reduce);
  if (!rows || *rows == 0 || !length)
    return std::nullopt;
  int64_t pieces = std::min(kTasks / *rows, *length / kParallelGrain);
  // Of pieces that differ in length each step would ask whether it is the last.
  while (pieces > 1 && *length % pieces != 0)
    --pieces;
  return pieces > 1 ? std::optional(pieces) : std::nullopt;
}

} // namespace mlir::tir
