// Sorts whose rows, or runs of rows, a block has room for: its threads sort a
// few elements each, and merge what they have in shared memory.
#include "../ScheduleWriter.h"
#include "Relax/Kernels/Sort/BindSort.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Rules.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

// 8 elements a thread: with more, fewer warps have room for their registers;
// with fewer, rows are merged more often. Short rows share a block.
static SortShape chooseShape(RankSort &sort, int64_t length) {
  constexpr int64_t kBlock = 128;
  SortShape shape;
  shape.lanes = llvm::divideCeil(length, shape.perLane);
  shape.lanes = shape.lanes < kWarpThreads
                    ? int64_t(llvm::bit_ceil<uint64_t>(shape.lanes))
                    : llvm::alignTo(shape.lanes, kWarpThreads);
  shape.rows = std::max<int64_t>(1, kBlock / shape.lanes);
  int64_t numRows = 1;
  for (unsigned iter : sort.ranks.spatial)
    if (iter != sort.along)
      numRows = llvm::SaturatingMultiply<uint64_t>(
          numRows, sort.getNest().getConstantExtent(iter).value_or(kBlock));
  shape.rows = std::clamp<int64_t>(numRows, 1, shape.rows);
  return shape;
}

bool scheduleSort(Operation *root, const GPUChip &chip,
                  ScheduleWriter *writer) {
  // Each chip has as many threads and as much shared memory as is asked for.
  FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
  FailureOr<RankSort> sort =
      succeeded(nest) ? matchRankSort(*nest, nullptr) : FailureOr<RankSort>();
  if (failed(sort) || sort->getMaxLength().value_or(0) < 1)
    return false;
  SortShape shape = chooseShape(*sort, *sort->getMaxLength());
  if (!canBindSort(*sort, shape))
    return false;
  if (writer)
    writer->write<schedule::BindSortOp>(writer->find(nest->block), shape.rows,
                                        shape.lanes, shape.perLane);
  bindSort(*sort, shape);
  return true;
}

} // namespace mlir::tir
