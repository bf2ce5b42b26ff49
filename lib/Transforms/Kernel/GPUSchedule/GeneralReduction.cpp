// Reductions, and what stands before and behind them, row by row: sums, matrix
// times vector, softmax, norms. All nests over the same rows are one kernel.
#include "../ScheduleWriter.h"
#include "Relax/Kernels/RowReduction/RowReductionKernel.h"
#include "Relax/Kernels/RowReduction/RowVectors.h"
#include "Relax/Kernels/RowReduction/SplitGroups.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Rules.h"
#include "llvm/ADT/bit.h"

namespace mlir::tir {

// The greatest power of two that is no greater.
static int64_t floorPower(int64_t value) {
  return int64_t(llvm::bit_floor<uint64_t>(std::max<int64_t>(value, 1)));
}

// Threads for a row of so many elements, a few of which each does.
static int64_t chooseLanes(int64_t inner, const GPUChip &chip) {
  constexpr int64_t kWarp = 32;
  int64_t few = inner / 4;
  // Long rows: more elements a thread, so that joining costs little.
  if (few > chip.threads)
    few = std::max(inner / 16, chip.threads);
  int64_t minLanes = std::min(kWarp, floorPower(inner));
  int64_t maxLanes =
      floorPower(inner > 4 * chip.threads ? chip.maxThreads : chip.threads);
  return inner <= 4 ? 1
                    : std::clamp(floorPower(few), std::min(minLanes, maxLanes),
                                 maxLanes);
}

// Vectors of 128 bits, as far as rows give each thread one: rather than more
// threads, but for those of a warp, whose exchange of values is cheap.
static void chooseVector(RowReductionGroup &group, RowReductionShape &shape) {
  constexpr int64_t kWarp = 32;
  std::optional<int64_t> inner = group.getMaxInner();
  shape.vector = countVectorElements(group);
  while (inner && shape.vector > 1 && shape.lanes * shape.vector > *inner) {
    bool areMany = shape.lanes > kWarp || *inner < kWarp;
    if (areMany && shape.lanes > 1 && !shape.isAcross)
      shape.lanes /= 2;
    else
      shape.vector /= 2;
  }
}

// True if there are threads enough without any that share a row, which is short
// and whose neighbours in memory are of other rows: columns, windows.
static bool isForOneThread(RowReductionGroup &group, const GPUChip &chip) {
  constexpr int64_t kShort = 64;
  int64_t enough = chip.cores * chip.maxThreads;
  return group.isAcrossRows() &&
         group.getMaxInner().value_or(kShort + 1) <= kShort &&
         group.getNumRows().value_or(enough) >= enough;
}

// Neighbouring threads load neighbours, and each has some elements of a row.
static RowReductionShape chooseRowReductionShape(RowReductionGroup &group,
                                                 const GPUChip &chip) {
  constexpr int64_t kShort = 8;
  RowReductionShape shape;
  std::optional<int64_t> inner = group.getMaxInner();
  int64_t threads = floorPower(chip.threads);
  shape.isAcross = group.isAcrossRows();
  if ((inner && *inner <= kShort) || isForOneThread(group, chip))
    shape.lanes = 1;
  else if (shape.isAcross)
    shape.lanes = std::max<int64_t>(threads / 32, 1);
  else
    shape.lanes = inner ? chooseLanes(*inner, chip) : threads;
  chooseVector(group, shape);
  shape.rows = std::max<int64_t>(threads / shape.lanes, 1);
  std::optional<int64_t> rows = group.getNumRows();
  // A block for each processor is better than a full one.
  if (rows && !shape.isAcross && shape.lanes > 1)
    shape.rows =
        std::clamp<int64_t>(floorPower(*rows / chip.cores), 1, shape.rows);
  else if (rows)
    shape.rows = std::min(shape.rows, int64_t(llvm::bit_ceil<uint64_t>(
                                          std::max<int64_t>(*rows, 1))));
  // Few columns: more threads for each.
  if (rows && shape.isAcross && inner && shape.lanes > 1)
    while (*rows * shape.lanes < chip.cores * chip.maxThreads &&
           shape.rows * shape.lanes < chip.maxThreads &&
           shape.lanes * 8 < *inner)
      shape.lanes *= 2;
  // One thread a row, or a warp of rows: neighbours are rows.
  shape.isAcross = shape.rows > 1 && (shape.isAcross || shape.lanes == 1);
  return shape;
}

// True if what a reduction loads moves with all rows, or is the same for a few
// only: tiles of several rows would gain little.
static bool hasOwnInputs(RowLoopNest &nest) {
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

// How many nests from `root` on are one kernel: those over the same rows, with
// reductions that tiles of several rows would gain little for.
static size_t countNests(ArrayRef<LoopNest> nests) {
  SplitGroups split(nests);
  std::optional<RowReductionGroup> group =
      findRowReductionGroup(split.getNests());
  bool isMeant = group && llvm::all_of(group->nests, [](RowLoopNest &nest) {
                   return !nest.reduces() || hasOwnInputs(nest);
                 });
  size_t count = isMeant ? group->nests.size() : 0;
  split.keep(0);
  return count;
}

bool scheduleGeneralReduction(Operation *root, const GPUChip &chip,
                              ScheduleWriter *writer) {
  SmallVector<LoopNest> nests = collectNests(root);
  nests.truncate(countNests(nests));
  if (nests.empty())
    return false;
  SmallVector<Value> handles;
  if (writer)
    for (LoopNest nest : nests)
      handles.push_back(writer->find(nest.block));
  SplitGroups split(nests);
  std::optional<RowReductionGroup> group =
      matchRowReductionGroup(split.getNests());
  split.keep(group ? nests.size() : 0);
  if (!group)
    return false;
  RowReductionShape shape = chooseRowReductionShape(*group, chip);
  if (writer) {
    IntegerAttr vector =
        shape.vector == 1
            ? IntegerAttr()
            : Builder(root->getContext()).getI64IntegerAttr(shape.vector);
    writer->write<schedule::BindRowReductionOp>(
        handles, shape.rows, shape.lanes, shape.isAcross, vector);
  }
  buildRowReductionKernel(*group, shape);
  return true;
}

} // namespace mlir::tir
