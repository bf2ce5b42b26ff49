// Primitives that change where blocks compute.
#include "Relax/Dialect/TIR/TransformOps/ComputeOps.h"

#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/Schedule/ComputeInline.h"
#include "Relax/Dialect/TIR/Schedule/FuseEpilogue.h"
#include "Relax/Dialect/TIR/Schedule/InlinePadding.h"
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

LogicalResult InlinePaddingOp::run(Application &application) {
  auto inlineOne = [&](BlockOp block) -> LogicalResult {
    memref::AllocOp alloc = getOnlyResult(block);
    if (!alloc || findPadding(alloc) != block)
      return failPrecondition(block, "inline the padding of")
             << "expected it to write all of a buffer but for padding of known "
                "size that a block before it fills with one number, of "
                "elements that are cheap, and that only loads in blocks behind "
                "it use";
    SmallVector<BlockOp> blocks{block};
    for (Operation *user : getBufferUsers(alloc))
      if (auto writer = user->getParentOfType<BlockOp>();
          isa<memref::StoreOp>(user) && writer && writer != block)
        blocks.push_back(writer);
    for (BlockOp writer : blocks)
      forget(application.rewriter, getOwnRoot(writer));
    inlinePadding(alloc);
    return success();
  };
  return application.run(inlineOne, getBlock());
}

LogicalResult FillPaddingOp::run(Application &application) {
  auto fillOne = [&](BlockOp block) -> LogicalResult {
    memref::AllocOp alloc = getOnlyResult(block);
    if (!alloc || findPaddingFill(alloc) != block)
      return failPrecondition(block, "fill only the padding of")
             << "expected it to fill all of a buffer with one number, and one "
                "block behind it to write a box of at least half of that, "
                "without gaps, before blocks load it";
    forget(application.rewriter, getOwnRoot(block));
    fillPaddingOnly(alloc);
    return success();
  };
  return application.run(fillOne, getBlock());
}

} // namespace mlir::tir::schedule
