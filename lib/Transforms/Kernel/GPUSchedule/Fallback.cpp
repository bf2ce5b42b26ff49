// The rule that takes everything. A nest of loops around one block runs one
// thread for each value of its spatial iterators; anything else is run by one
// thread, as it is.
//
// A thread per result is never wrong: spatial iterators are independent by the
// block's promise, and a thread does all steps of a reduction in their order,
// so results have the bits of the program as written. One thread keeps the
// program's order whatever it does.
#include "../ScheduleSteps.h"
#include "../ScheduleWriter.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"
#include "Relax/Kernels/Elementwise/BindOneThread.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Rules.h"

namespace mlir::tir {

// The spatial loops outside, the last of which moves fastest: neighbouring
// threads access neighbouring elements. The loops that reduce stay in each
// thread.
static void bindElements(ScheduleSteps &steps, LoopNest nest, int64_t threads) {
  SmallVector<ForOp> order, reducing;
  for (ForOp loop : steps.getLoops(nest.block)) {
    unsigned iter = llvm::find(nest.loops, loop) - nest.loops.begin();
    if (nest.getKind(iter) != IterKind::Spatial)
      reducing.push_back(loop);
  }
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getKind(iter) == IterKind::Spatial)
      order.push_back(nest.loops[iter]);
  unsigned numSpatial = order.size();
  order.append(reducing);
  steps.reorder(order);
  ForOp elements = steps.fuse(ArrayRef(order).take_front(numSpatial));
  SmallVector<ForOp> parts = steps.split(elements, {kOpenFactor, threads});
  steps.bind(parts[0], "blockIdx.x");
  steps.bind(parts[1], "threadIdx.x");
}

static bool hasSpatial(LoopNest &nest) {
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getKind(iter) == IterKind::Spatial)
      return true;
  return false;
}

static void bindToOneThread(Operation *root, ScheduleWriter *writer) {
  if (writer)
    writer->write<schedule::BindOneThreadOp>(writer->findStatement(root));
  bindToOneThread(root);
}

bool scheduleFallback(Operation *root, const GPUChip &chip,
                      ScheduleWriter *writer) {
  FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
  // One element is one thread's.
  if (succeeded(nest) && !hasSpatial(*nest)) {
    bindToOneThread(root, writer);
    return true;
  }
  std::string why = "it is no nest of loops around one block";
  auto bind = [&](ScheduleSteps &steps, BlockOp block) {
    bindElements(steps, *matchLoopNest(getOwnRoot(block), nullptr),
                 chip.threads);
  };
  if (succeeded(nest) &&
      succeeded(composeSchedule(nest->block, writer, bind, &why)))
    return true;
  root->emitRemark("runs in one thread: ") << why;
  bindToOneThread(root, writer);
  return true;
}

} // namespace mlir::tir
