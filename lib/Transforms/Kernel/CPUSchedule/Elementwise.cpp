// Elementwise blocks of a CPU by primitives.
//
//   one iterator:  split [?, vectors of a task, lanes]; parallel; vectorize
//   several:       split the contiguous one along [?, lanes]; reorder it
//                  inside; fuse the others; split [?, rows of a task];
//                  parallel; vectorize
//
// What is not worth a thread has neither tasks nor a fused loop. `lower_blocks`
// ends loops where there is nothing left, and masks the last vector.
#include "Elementwise.h"

#include "../ScheduleSteps.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"
#include "Relax/Kernels/Elementwise/TileSpatial.h"
#include "Relax/Kernels/Elementwise/UnswitchBroadcasts.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

namespace {
/// How the loops of a nest run.
struct ElementwisePlan {
  /// The iterator of the vectors, and their elements.
  unsigned vector;
  int64_t width;
  /// How many vectors of the only iterator, or rows of the others, make a task;
  /// nullopt where there are no tasks.
  std::optional<int64_t> taskSize;
};
} // namespace

// Rows that are no whole number of vectors end with one that starts earlier, or
// with single elements. The masked vector that primitives end with costs rows
// of 1,000 f32 3 to 4 % of their time.
static bool hasWholeVectors(LoopNest &nest, unsigned vector, int64_t lanes) {
  std::optional<int64_t> extent = nest.getConstantExtent(vector);
  return nest.size() == 1 ||
         (extent && (*extent < lanes || *extent % lanes == 0));
}

// How many rows there are beside `vector`, if that is known.
static std::optional<int64_t> countRows(LoopNest &nest, unsigned vector) {
  auto rows = llvm::to_vector(llvm::seq<unsigned>(0, nest.size()));
  llvm::erase(rows, vector);
  return nest.getConstantTotal(rows);
}

static std::optional<ElementwisePlan> planElementwise(LoopNest &nest,
                                                      int64_t lanes) {
  SpatialIters iters = findSpatialIters(nest);
  if (iters.vector)
    lanes = getVectorWidth(nest, *iters.vector, lanes);
  if (!iters.vector || iters.across || hasBroadcasts(nest) ||
      !hasWholeVectors(nest, *iters.vector, lanes))
    return std::nullopt;
  std::optional<int64_t> extent = nest.getConstantExtent(*iters.vector);
  ElementwisePlan plan{*iters.vector, std::min(lanes, extent.value_or(lanes)),
                       std::nullopt};
  if (plan.width < 2)
    return std::nullopt;
  int64_t steps = getStepsOf(nest);
  if (nest.size() == 1) {
    std::optional<int64_t> vectors;
    if (extent)
      vectors = *extent / plan.width;
    plan.taskSize = chooseTaskSize(vectors, steps);
    return plan;
  }
  plan.taskSize = chooseTaskSize(
      countRows(nest, plan.vector),
      llvm::SaturatingMultiply<uint64_t>(steps, *extent / lanes + 1));
  return plan;
}

// Splits a loop that is as long as `width` into a vector alone.
static SmallVector<ForOp> splitVectors(ScheduleSteps &steps, ForOp loop,
                                       int64_t width,
                                       std::optional<int64_t> taskSize) {
  if (loop.getConstantExtent() == width)
    return {loop};
  if (taskSize.value_or(1) == 1)
    return steps.split(loop, {kOpenFactor, width});
  return steps.split(loop, {kOpenFactor, *taskSize, width});
}

static void composeRow(ScheduleSteps &steps, ForOp loop,
                       const ElementwisePlan &plan) {
  SmallVector<ForOp> parts =
      splitVectors(steps, loop, plan.width, plan.taskSize);
  if (plan.taskSize)
    steps.parallel(parts.front());
  steps.vectorize(parts.back());
}

static void composeRows(ScheduleSteps &steps, LoopNest &nest,
                        const ElementwisePlan &plan) {
  SmallVector<ForOp> order(nest.loops);
  order.erase(order.begin() + plan.vector);
  size_t numRows = order.size();
  order.append(
      splitVectors(steps, nest.loops[plan.vector], plan.width, std::nullopt));
  steps.reorder(order);
  if (plan.taskSize) {
    ForOp rows = steps.fuse(ArrayRef(order).take_front(numRows));
    if (*plan.taskSize > 1)
      rows = steps.split(rows, {kOpenFactor, *plan.taskSize}).front();
    steps.parallel(rows);
  }
  steps.vectorize(order.back());
}

FailureOr<BlockOp> composeElementwise(LoopNest &nest, int64_t lanes,
                                      ScheduleWriter *writer) {
  std::optional<ElementwisePlan> plan = planElementwise(nest, lanes);
  if (!plan)
    return failure();
  auto compose = [&](ScheduleSteps &steps, BlockOp block) {
    steps.simplifyIters(block);
    (void)steps.getLoops(block);
    LoopNest simple = *matchLoopNest(getOwnRoot(block), nullptr);
    if (simple.size() == 1)
      composeRow(steps, simple.loops.front(), *plan);
    else
      composeRows(steps, simple, *plan);
  };
  return composeSchedule(nest.block, writer, compose);
}

} // namespace mlir::tir
