// Reductions of few, long rows: too few for a block each. Every row is cut into
// pieces, as many as keep a large GPU busy.
//
// The order of additions changes with that, so floats may round otherwise than
// in the program as written, as in any parallel reduction.
#include "Relax/Kernels/RowReduction/SplitReduction.h"
#include "../ScheduleWriter.h"
#include "Relax/Kernels/RowReduction/RowReductionGroups.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Rules.h"
#include "llvm/ADT/bit.h"

namespace mlir::tir {

// The number of pieces; nullopt if there is nothing to gain. 512 blocks are
// about four for each of 128 multiprocessors. 8192 steps keep a block busy for
// longer than a launch of the second kernel costs. Below four parts a row the
// second kernel is not worth it.
static std::optional<int64_t> choosePartitions(Reduction &reduction) {
  // Enough blocks for a large GPU, steps for a block, and pieces to pay.
  constexpr int64_t kBlocks = 512, kSteps = 8192, kMin = 4;
  std::optional<int64_t> rows =
      reduction.nest.getConstantTotal(reduction.spatial);
  std::optional<int64_t> length =
      reduction.nest.getConstantTotal(reduction.reduce);
  // An unknown length is taken for long where there is one row only; with
  // several rows it might be short, and the row kernel is right for both.
  if (!rows || *rows == 0 || (!length && *rows != 1))
    return std::nullopt;
  int64_t wanted = kBlocks / *rows;
  if (length)
    wanted = std::min(wanted, *length / kSteps);
  if (wanted < kMin)
    return std::nullopt;
  return int64_t(llvm::bit_floor<uint64_t>(wanted));
}

bool scheduleSplitReduction(Operation *root, const GPUChip &,
                            ScheduleWriter *writer) {
  FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
  if (failed(nest))
    return false;
  FailureOr<Reduction> reduction = matchReduction(*nest, nullptr);
  if (failed(reduction) || failed(checkSplit(*reduction, nullptr)))
    return false;
  std::optional<int64_t> partitions = choosePartitions(*reduction);
  if (!partitions)
    return false;
  // Several nests over the same long rows are better as one kernel, unless rows
  // are few: then they are no group. A softmax of few long rows reads its rows
  // in several nests. Splitting only one of them would take it out of the row
  // kernel, which reads rows once.
  std::optional<RowReductionGroup> group =
      findRowReductionGroup(collectNests(root));
  if (group && group->countLongNests() > 1)
    return false;
  if (writer)
    writer->write<schedule::SplitReductionOp>(writer->find(nest->block),
                                              *partitions);
  splitReduction(*reduction, *partitions);
  return true;
}

} // namespace mlir::tir
