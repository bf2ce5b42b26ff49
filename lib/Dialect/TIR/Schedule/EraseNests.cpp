// Take away the nests that a schedule has replaced.
#include "Relax/Dialect/TIR/Schedule/EraseNests.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"

namespace mlir::tir {

void eraseNests(Reduction &reduction) {
  // The epilogue is behind the nest, and reads what that writes.
  reduction.getLastRoot()->erase();
  if (reduction.epilogue)
    reduction.nest.getRoot()->erase();
  eraseDeadBuffer(reduction.out);
}

} // namespace mlir::tir
