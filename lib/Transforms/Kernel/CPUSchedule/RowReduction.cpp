// Reductions of rows on a CPU by primitives:
//
//   split results [?, rows of a task], a row [?, lanes]
//   rfactor lanes; compute_at partial results in a row
//   decompose_reduction; parallel tasks; vectorize lanes
//   reverse_compute_inline what uses the result
//
// The partial results of a row stay in registers, since loops of vectors are
// written out and compaction leaves one row of their buffer. A row that is no
// whole number of vectors would be tested vector by vector; the step
// `vectorize_reduction` ends it with single elements.
#include "RowReduction.h"

#include "../ScheduleSteps.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"
#include "Relax/Kernels/RowReduction/VectorizeReduction.h"

namespace mlir::tir {

namespace {
/// The iterators over rows and along them, partial results of a row, and the
/// rows of a task; 0 for rows that are too few for tasks.
struct RowPlan {
  unsigned row, iter;
  int64_t width, rows;
  bool hasEpilogue;
};
} // namespace

// Eight steps take as long as one of a loop without vectors, by which the work
// of a task is counted.
static std::optional<RowPlan> planRows(Reduction &reduction,
                                       const ReductionPlan &plan) {
  LoopNest &nest = reduction.nest;
  if (!plan.laneIter || nest.size() != 2 || reduction.spatial.size() != 1)
    return std::nullopt;
  auto [iter, lanes] = *plan.laneIter;
  unsigned row = reduction.spatial.front();
  std::optional<int64_t> length = nest.getConstantExtent(iter);
  std::optional<int64_t> number = nest.getConstantExtent(row);
  int64_t width = countPartialResults(reduction, iter, lanes);
  // A longer loop over vectors is no row of them (LoopVectorization.cpp).
  constexpr int64_t kMaxWidth = 128;
  if (!length || !number || *length == 0 || *number == 0 ||
      *length % width != 0 || width > kMaxWidth ||
      isLongSum(reduction, iter, width))
    return std::nullopt;
  // All tasks are alike, so that no loop has to ask how many rows it has.
  int64_t rows = chooseTaskSize(*number, *length / 8).value_or(0);
  if (rows != 0 && *number % rows != 0)
    return std::nullopt;
  return RowPlan{row, iter, width, rows, reduction.epilogue.has_value()};
}

static void composeRows(BlockSteps &steps, BlockOp block, const RowPlan &plan) {
  (void)steps.getLoops(block);
  LoopNest nest = *matchLoopNest(getOwnRoot(block), nullptr);
  ForOp row = nest.loops[plan.row], length = nest.loops[plan.iter];
  steps.reorder({row, length});
  if (plan.rows > 1)
    row = steps.split(row, {kOpenFactor, plan.rows}).back();
  ForOp lane = steps.split(length, {kOpenFactor, plan.width}).back();
  // Lanes are the last axis of partial results, or they would be no vector.
  auto type = cast<MemRefType>(block.getWrites().front().getType());
  BlockOp result = steps.rfactor(block, lane, type.getRank());
  if (!steps.areDone())
    return;
  SmallVector<ForOp> loops = steps.getLoops(result);
  row = loops[loops.size() - 2];
  steps.computeAt(block, row);
  SmallVector<ForOp> partial = steps.getLoops(block);
  BlockOp start = steps.decomposeReduction(block, partial[partial.size() - 2]);
  if (!steps.areDone())
    return;
  if (plan.rows != 0)
    steps.parallel(loops.front());
  steps.vectorize(partial.back());
  steps.vectorize(steps.getLoops(start).back());
  // Lanes are joined in a tree: one after the other they would wait for each
  // other, 64 of f32 for 256 cycles, while a row of 2048 takes 130.
  steps.vectorize(loops.back());
  // An epilogue cannot go into a block that reduces, but into one that stores
  // what another has reduced.
  if (plan.hasEpilogue)
    steps.reverseComputeAt(steps.cacheWrite(result, 0, "global"), row);
}

FailureOr<BlockOp> composeRowReduction(Reduction &reduction,
                                       const ReductionPlan &plan,
                                       ScheduleWriter *writer) {
  std::optional<RowPlan> rows = planRows(reduction, plan);
  if (!rows)
    return failure();
  return composeReduction(reduction, writer,
                          [&](BlockSteps &steps, BlockOp block) {
                            composeRows(steps, block, *rows);
                          });
}

} // namespace mlir::tir
