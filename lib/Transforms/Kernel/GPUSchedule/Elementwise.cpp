// Blocks that go along memory, all buffers alike, of many elements: a thread
// does as many elements as 128 bits hold.
//
//   split along [?, lanes]; fuse all but the lanes; split [?, threads]
//   bind "blockIdx.x", "threadIdx.x"; vectorize the lanes
#include "../ScheduleSteps.h"
#include "../ScheduleWriter.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "Relax/Dialect/TIR/Analysis/VectorAccesses.h"
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"
#include "Relax/Kernels/Elementwise/TileSpatial.h"
#include "Rules.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tir {

// Fewer elements are better spread over more threads. 2^16 elements in vectors
// of 4 are 64 blocks of 256 threads. With fewer, threads with vectors leave
// multiprocessors idle, and latency decides, not the number of instructions.
static bool hasMany(LoopNest &nest) {
  constexpr int64_t kMany = 1 << 16;
  // A product that overflows is many; an unknown extent is taken for many.
  return nest.getConstantTotal().value_or(kMany) >= kMany;
}

// True if all buffers go along memory with the iterator, or do not move.
static bool goesAlong(LoopNest &nest, unsigned iter) {
  bool stores = false;
  for (ElementAccess &access : getAccesses(nest.block)) {
    std::optional<int64_t> stride = getStride(nest.block, access, iter);
    if (stride != 1 &&
        (access.isStore || !isInvariant(nest.block, access, iter)))
      return false;
    stores |= access.isStore;
  }
  return stores;
}

// The iterator along which all stores of a block go element by element, and all
// loads so or not at all; vectors of `lanes` elements do not leave a row. Where
// its length is not known, the last of a row may be less than a whole one: a
// division for each vector costs less than one for each element.
static std::optional<unsigned> findAlongIter(LoopNest &nest, int64_t lanes) {
  for (unsigned iter = 0; iter != nest.size(); ++iter) {
    if (!goesAlong(nest, iter))
      continue;
    std::optional<int64_t> extent = nest.getConstantExtent(iter);
    if (nest.size() == 1 || !extent || *extent % lanes == 0)
      return iter;
    return std::nullopt;
  }
  return std::nullopt;
}

// The elements of a vector for a nest, if it is one for this rule.
static std::optional<int64_t> chooseLanes(LoopNest &nest) {
  if (!isSpatial(nest) || !isStraight(nest.block) || !hasWholeBytes(nest.block))
    return std::nullopt;
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getConstantExtent(iter) == 0)
      return std::nullopt;
  std::optional<int64_t> lanes = countLanes(getAccesses(nest.block));
  if (!lanes || !hasMany(nest) || !findAlongIter(nest, *lanes))
    return std::nullopt;
  return lanes;
}

// The choice for a nest as it looks with as few iterators as can be. Adjacent
// iterators fuse, and what was a short last axis becomes a long one that
// vectors fit. That is tried on a clone, as fusing without a vector afterwards
// would only make indices harder (a division and a remainder an element).
static std::optional<int64_t> chooseSimple(Operation *root) {
  Operation *before = root->getPrevNode();
  OpBuilder builder(root);
  LoopNest simple = *matchLoopNest(builder.clone(*root), nullptr);
  simplifyNest(simple);
  std::optional<int64_t> chosen = chooseLanes(simple);
  simple.getRoot()->erase();
  // Cloning a nest clones no constants, but `simplifyNest` makes some in front
  // of it.
  while (root->getPrevNode() != before &&
         isOpTriviallyDead(root->getPrevNode()))
    root->getPrevNode()->erase();
  return chosen;
}

// Few blocks, each thread of which does one vector after the other, keep as
// many loads in flight as more blocks do, and start once.
static constexpr int64_t kMaxBlocks = 4096;

// Binds a loop over vectors to blocks and threads.
static void bindVectors(ScheduleSteps &steps, ForOp vectors, int64_t threads) {
  std::optional<int64_t> number = vectors.getConstantExtent();
  if (!number || *number <= kMaxBlocks * threads) {
    SmallVector<ForOp> parts = steps.split(vectors, {kOpenFactor, threads});
    steps.bind(parts[0], "blockIdx.x");
    return steps.bind(parts[1], "threadIdx.x");
  }
  SmallVector<ForOp> parts =
      steps.split(vectors, {kOpenFactor, kMaxBlocks, threads});
  steps.reorder({parts[1], parts[2], parts[0]});
  steps.bind(parts[1], "blockIdx.x");
  steps.bind(parts[2], "threadIdx.x");
}

bool scheduleElementwise(Operation *root, const GPUChip &chip,
                         ScheduleWriter *writer) {
  FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
  if (failed(nest) || !countLanes(getAccesses(nest->block)))
    return false;
  std::optional<int64_t> lanes = chooseSimple(root);
  if (!lanes)
    return false;
  auto bind = [&](ScheduleSteps &steps, BlockOp block) {
    steps.simplifyIters(block);
    (void)steps.getLoops(block);
    LoopNest simple = *matchLoopNest(getOwnRoot(block), nullptr);
    unsigned along = *findAlongIter(simple, *lanes);
    SmallVector<ForOp> order(simple.loops);
    order.erase(order.begin() + along);
    SmallVector<ForOp> parts =
        steps.split(simple.loops[along], {kOpenFactor, *lanes});
    order.append(parts);
    steps.reorder(order);
    ForOp vectors = steps.fuse(ArrayRef(order).drop_back());
    if (steps.areDone())
      bindVectors(steps, vectors, chip.threads);
    steps.vectorize(parts.back());
  };
  return succeeded(composeSchedule(nest->block, writer, bind));
}

} // namespace mlir::tir
