// Primitives that change where blocks compute.
#include "Relax/Dialect/TIR/TransformOps/ComputeOps.h"

#include "Relax/Dialect/TIR/Schedule/ComputeInline.h"
#include "Relax/Dialect/TIR/Schedule/FuseEpilogue.h"
#include "Relax/Dialect/TIR/Schedule/MoveBlock.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/ComputeOps.cpp.inc"

namespace mlir::tir::schedule {

LogicalResult ComputeInlineOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) { return computeInline(application.rewriter, block); },
      getBlock());
}

LogicalResult ReverseComputeInlineOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) {
        return reverseComputeInline(application.rewriter, block);
      },
      getBlock());
}

LogicalResult ComputeAtOp::run(Application &application) {
  return application.run(
      [&](BlockOp block, ForOp loop) {
        return computeAt(application.rewriter, block, loop);
      },
      getBlock(), getLoop());
}

LogicalResult ReverseComputeAtOp::run(Application &application) {
  return application.run(
      [&](BlockOp block, ForOp loop) {
        return reverseComputeAt(application.rewriter, block, loop);
      },
      getBlock(), getLoop());
}

void FuseReductionEpilogueOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getBlockMutable(), effects);
  transform::consumesHandle(getEpilogueMutable(), effects);
  transform::modifiesPayload(effects);
}

LogicalResult FuseReductionEpilogueOp::run(Application &application) {
  return application.run(
      [&](BlockOp block, BlockOp epilogue) {
        return fuseReductionEpilogue(application.rewriter, block, epilogue);
      },
      getBlock(), getEpilogue());
}

} // namespace mlir::tir::schedule
