// The rule that takes everything. A nest of loops around one block runs one
// thread for each value of its spatial iterators; anything else is run by one
// thread, as it is.
#include "../ScheduleWriter.h"
#include "Relax/Kernels/Elementwise/BindElements.h"
#include "Relax/Kernels/Elementwise/BindOneThread.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Rules.h"

namespace mlir::tir {

bool scheduleFallback(Operation *root, const GPUChip &chip,
                      ScheduleWriter *writer) {
  FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
  if (succeeded(nest)) {
    if (writer)
      writer->write<schedule::BindElementsOp>(writer->find(nest->block),
                                              chip.threads);
    bindElements(*nest, chip.threads);
    return true;
  }
  root->emitRemark(
      "runs in one thread: it is no nest of loops around one block");
  if (writer)
    writer->write<schedule::BindOneThreadOp>(writer->findStatement(root));
  bindToOneThread(root);
  return true;
}

} // namespace mlir::tir
