// Reductions, and what stands before and behind them, row by row: sums, matrix
// times vector, softmax, norms. All nests over the same rows are one kernel.
//
// A row is read once and kept in registers or shared memory for the nests that
// read it again (softmax: maximum, sum, quotient). docs/GPUKernels.md: softmax
// of 4096 x 4096 asks for 1.00 times the bytes that it needs.
#include "../ScheduleSteps.h"
#include "../ScheduleWriter.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"
#include "Relax/Kernels/RowReduction/RowReductionKernel.h"
#include "Relax/Kernels/RowReduction/RowVectors.h"
#include "Relax/Kernels/RowReduction/SplitGroups.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "ResidentBlocks.h"
#include "Rules.h"
#include "llvm/ADT/bit.h"

namespace mlir::tir {

// The greatest power of two that is no greater.
static int64_t floorPower(int64_t value) {
  return int64_t(llvm::bit_floor<uint64_t>(std::max<int64_t>(value, 1)));
}

// Threads for a row of so many elements, a few of which each does. Each thread
// reduces a few elements before threads exchange theirs. Fewer elements per
// thread mean more steps of exchange, log2 of the lanes; more elements mean
// fewer loads at a time, and loads in flight are what hides latency.
static int64_t chooseLanes(int64_t inner, const GPUChip &chip) {
  constexpr int64_t kWarp = 32;
  int64_t few = inner / 4;
  // Long rows: more elements a thread, so that joining costs little.
  if (few > chip.threads)
    few = std::max(inner / 16, chip.threads);
  // At least a warp, if there is so much: 32 lanes exchange by shuffles, and
  // half a warp would do so in the same time.
  int64_t minLanes = std::min(kWarp, floorPower(inner));
  int64_t maxLanes =
      floorPower(inner > 4 * chip.threads ? chip.maxThreads : chip.threads);
  return inner <= 4 ? 1
                    : std::clamp(floorPower(few), std::min(minLanes, maxLanes),
                                 maxLanes);
}

// Vectors of 128 bits, as far as rows give each thread one: rather than more
// threads, but for those of a warp, whose exchange of values is cheap. A row of
// 128 elements, for example: 32 lanes with 4 elements each. With 128 threads
// each would load a single element.
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
// and whose neighbours in memory are of other rows: columns, windows. A whole
// GPU of threads, one per row: nothing has to be exchanged, and each step of
// the loop reads neighbours.
static bool isForOneThread(RowReductionGroup &group, const GPUChip &chip) {
  constexpr int64_t kShort = 64;
  int64_t enough = chip.cores * chip.maxThreads;
  return group.isAcrossRows() &&
         group.getMaxInner().value_or(kShort + 1) <= kShort &&
         group.getNumRows().value_or(enough) >= enough;
}

// Neighbouring threads load neighbours, and each has some elements of a row.
// `isAcross` means that neighbours in memory belong to neighbouring rows (a
// reduction of columns). Lanes of a warp must then be rows, or each load of a
// warp asks for 32 sectors of 32 bytes and uses 4 bytes of each.
static RowReductionShape chooseRowReductionShape(RowReductionGroup &group,
                                                 const GPUChip &chip) {
  constexpr int64_t kShort = 8;
  RowReductionShape shape;
  std::optional<int64_t> inner = group.getMaxInner();
  int64_t threads = floorPower(chip.threads);
  shape.isAcross = group.isAcrossRows();
  if ((inner && *inner <= kShort) || isForOneThread(group, chip))
    shape.lanes = 1;
  // A warp of rows, so threads / 32 share each row, in shared memory and not by
  // shuffles.
  else if (shape.isAcross)
    shape.lanes = std::max<int64_t>(threads / 32, 1);
  else
    shape.lanes = inner ? chooseLanes(*inner, chip) : threads;
  chooseVector(group, shape);
  shape.rows = std::max<int64_t>(threads / shape.lanes, 1);
  std::optional<int64_t> rows = group.getNumRows();
  // A block for each processor is better than a full one. Blocks of fewer rows,
  // so that each multiprocessor has one, even if its block is small.
  if (rows && !shape.isAcross && shape.lanes > 1)
    shape.rows =
        std::clamp<int64_t>(floorPower(*rows / chip.cores), 1, shape.rows);
  else if (rows)
    shape.rows = std::min(shape.rows, int64_t(llvm::bit_ceil<uint64_t>(
                                          std::max<int64_t>(*rows, 1))));
  // Few columns: more threads for each. For instance the sum of 4096 columns:
  // 128 warps would leave a large chip half empty.
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
// only: tiles of several rows would gain little. If all rows read the same
// operand, as in a matrix product, tiles of several rows would share it; one
// row per block reads it again and again. Such reductions are left to products
// or to later rules.
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
// reductions that tiles of several rows would gain little for. `SplitGroups`
// splits nests of several results for the match; `keep(0)` takes that back, so
// that asking changes nothing.
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

// The threads of a block share its rows: several rows are an axis of their own.
static void bindRows(ScheduleSteps &steps, ForOp row,
                     const RowReductionShape &shape) {
  if (shape.rows == 1)
    return steps.bind(row, "blockIdx.x");
  SmallVector<ForOp> parts = steps.split(row, {kOpenFactor, shape.rows});
  steps.bind(parts[0], "blockIdx.x");
  steps.bind(parts[1], shape.isAcross ? "threadIdx.x" : "threadIdx.y");
}

// The threads of a row share its elements, or vectors of these.
static void bindLanes(ScheduleSteps &steps, ForOp inner,
                      const RowReductionShape &shape) {
  StringRef axis = shape.isAcross ? "threadIdx.y" : "threadIdx.x";
  if (inner.getConstantExtent() == shape.lanes)
    return steps.bind(inner, axis);
  SmallVector<ForOp> parts = steps.split(inner, {kOpenFactor, shape.lanes});
  steps.reorder({parts[1], parts[0]});
  steps.bind(parts[1], axis);
}

// A reduction that is alone in its kernel, by primitives; false if it stays.
static bool composeReduction(RowLoopNest &alone, const RowReductionShape &shape,
                             ScheduleWriter *writer) {
  if (!alone.reduces() || alone.rows.empty() || alone.inner.empty() ||
      shape.lanes == 1)
    return false;
  std::optional<unsigned> along;
  if (shape.vector > 1)
    along = findVectorIter(alone, shape.vector);
  auto bind = [&](ScheduleSteps &steps, BlockOp block) {
    LoopNest nest = *matchLoopNest(getOwnRoot(block), nullptr);
    (void)steps.getLoops(block);
    ForOp vector;
    if (along) {
      SmallVector<ForOp> parts =
          steps.split(nest.loops[*along], {kOpenFactor, shape.vector});
      nest.loops[*along] = parts[0];
      vector = parts[1];
    }
    SmallVector<ForOp> order;
    for (unsigned iter : llvm::concat<unsigned>(alone.rows, alone.inner))
      order.push_back(nest.loops[iter]);
    if (vector)
      order.push_back(vector);
    steps.reorder(order);
    ArrayRef<ForOp> loops(order);
    ForOp row = steps.fuse(loops.take_front(alone.rows.size()));
    ForOp inner =
        steps.fuse(loops.slice(alone.rows.size(), alone.inner.size()));
    bindRows(steps, row, shape);
    if (steps.areDone())
      bindLanes(steps, inner, shape);
    if (vector)
      steps.vectorize(vector);
  };
  return succeeded(composeSchedule(alone.nest.block, writer, bind));
}

bool scheduleGeneralReduction(Operation *root, const GPUChip &chip,
                              ScheduleWriter *writer) {
  SmallVector<LoopNest> nests = collectNests(root);
  nests.truncate(countNests(nests));
  if (nests.empty())
    return false;
  // Of one nest there are no groups to be split.
  if (nests.size() == 1)
    if (std::optional<RowReductionGroup> group = matchRowReductionGroup(nests);
        group &&
        composeReduction(group->nests.front(),
                         chooseRowReductionShape(*group, chip), writer))
      return true;
  SmallVector<Value> handles;
  if (writer)
    // Handles are taken before the split, as the script's own op splits by
    // itself.
    for (LoopNest nest : nests)
      handles.push_back(writer->find(nest.block));
  SplitGroups split(nests);
  std::optional<RowReductionGroup> group =
      matchRowReductionGroup(split.getNests());
  split.keep(group ? nests.size() : 0);
  if (!group)
    return false;
  RowReductionShape shape = chooseRowReductionShape(*group, chip);
  schedule::BindRowReductionOp step;
  if (writer) {
    IntegerAttr vector =
        shape.vector == 1
            ? IntegerAttr()
            : Builder(root->getContext()).getI64IntegerAttr(shape.vector);
    step = writer->write<schedule::BindRowReductionOp>(
        handles, shape.rows, shape.lanes, shape.isAcross, vector,
        /*resident_blocks=*/IntegerAttr());
  }
  auto [blocks, sharedBytes] = buildRowReductionKernel(*group, shape);
  if (int64_t resident =
          countResidentBlocks(chip, shape.rows * shape.lanes, sharedBytes)) {
    if (step)
      step.setResidentBlocks(resident);
    setResidentBlocks(blocks, resident);
  }
  return true;
}

} // namespace mlir::tir
