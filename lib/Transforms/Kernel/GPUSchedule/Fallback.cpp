// The rule that takes everything. A nest of loops around one block runs one
// thread for each value of its spatial iterators; anything else is run by one
// thread, as it is.
#include "Relax/Dialect/TIR/Schedule/BindElements.h"
#include "Relax/Dialect/TIR/Schedule/BindOneThread.h"
#include "Rules.h"

namespace mlir::tir {

bool scheduleFallback(Operation *root, const GPUChip &chip) {
  FailureOr<BlockNest> nest = matchBlockNest(root, nullptr);
  if (succeeded(nest)) {
    bindElements(*nest, chip.threads);
    return true;
  }
  root->emitRemark(
      "runs in one thread: it is no nest of loops around one block");
  bindToOneThread(root);
  return true;
}

} // namespace mlir::tir
