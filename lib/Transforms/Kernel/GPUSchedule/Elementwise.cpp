// Blocks that go along memory, all buffers alike, of many elements: a thread
// does as many elements as 128 bits hold.
#include "../ScheduleWriter.h"
#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "Relax/Dialect/TIR/Analysis/VectorAccesses.h"
#include "Relax/Dialect/TIR/Schedule/SimplifyIters.h"
#include "Relax/Kernels/Elementwise/BindVectors.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Rules.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tir {

// Fewer elements are better spread over more threads.
static bool hasMany(LoopNest &nest) {
  constexpr int64_t kMany = 1 << 16;
  int64_t total = 1;
  for (unsigned iter = 0; iter != nest.size(); ++iter) {
    std::optional<int64_t> extent = nest.getConstantExtent(iter);
    if (!extent || llvm::MulOverflow(total, *extent, total))
      return true;
  }
  return total >= kMany;
}

static std::optional<VectorBinding> chooseBinding(LoopNest &nest,
                                                  const GPUChip &chip) {
  std::optional<int64_t> lanes = countLanes(getAccesses(nest.block));
  if (!lanes || !hasMany(nest))
    return std::nullopt;
  FailureOr<unsigned> along = findAlongIter(nest, *lanes, nullptr);
  if (failed(along))
    return std::nullopt;
  return VectorBinding{*along, *lanes, chip.threads};
}

// The choice for a nest as it looks with as few iterators as can be.
static std::optional<VectorBinding> chooseSimple(Operation *root,
                                                 const GPUChip &chip) {
  Operation *before = root->getPrevNode();
  OpBuilder builder(root);
  LoopNest simple = *matchLoopNest(builder.clone(*root), nullptr);
  simplifyNest(simple);
  std::optional<VectorBinding> chosen = chooseBinding(simple, chip);
  simple.getRoot()->erase();
  while (root->getPrevNode() != before &&
         isOpTriviallyDead(root->getPrevNode()))
    root->getPrevNode()->erase();
  return chosen;
}

bool scheduleElementwise(Operation *root, const GPUChip &chip,
                         ScheduleWriter *writer) {
  FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
  if (failed(nest) || !countLanes(getAccesses(nest->block)))
    return false;
  std::optional<VectorBinding> chosen = chooseSimple(root, chip);
  if (!chosen)
    return false;
  if (writer)
    writer->write<schedule::BindVectorsOp>(writer->find(nest->block),
                                           chosen->threads, chosen->lanes);
  simplifyNest(*nest);
  bindVectors(*nest, *chosen);
  return true;
}

} // namespace mlir::tir
