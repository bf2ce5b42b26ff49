// Primitives that change reductions.
#include "Relax/Dialect/TIR/TransformOps/ReductionOps.h"

#include "Relax/Dialect/TIR/Schedule/DecomposeReduction.h"
#include "Relax/Dialect/TIR/Schedule/FactorReduction.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/ReductionOps.cpp.inc"

namespace mlir::tir::schedule {

LogicalResult DecomposeReductionOp::run(Application &application) {
  return application.run(
      [&](BlockOp block, ForOp loop) {
        return decomposeReductionAt(block, loop);
      },
      getBlock(), getLoop());
}

LogicalResult RFactorOp::run(Application &application) {
  return application.run(
      [&](BlockOp block, ForOp loop) {
        return factorReduction(block, loop, getAxis());
      },
      getBlock(), getLoop());
}

} // namespace mlir::tir::schedule
