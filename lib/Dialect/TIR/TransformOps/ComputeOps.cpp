// Primitives that change where blocks compute.
#include "Relax/Dialect/TIR/TransformOps/ComputeOps.h"

#include "Relax/Dialect/TIR/Schedule/ComputeInline.h"
#include "Relax/Dialect/TIR/Schedule/FuseEpilogue.h"
#include "Relax/Dialect/TIR/Schedule/MoveBlock.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/ComputeOps.cpp.inc"

namespace mlir::tir::schedule {

// A primitive of a block.
static DiagnosedSilenceableFailure
runOnBlock(Operation *op, transform::TransformState &state, Value handle,
           llvm::function_ref<LogicalResult(BlockOp)> primitive) {
  return runPrimitive(op, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(op, state, handle);
    return failure(failed(block) || failed(primitive(*block)));
  });
}

DiagnosedSilenceableFailure
ComputeInlineOp::apply(transform::TransformRewriter &rewriter,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  return runOnBlock(*this, state, getBlock(), [&](BlockOp block) {
    return computeInline(rewriter, block);
  });
}

DiagnosedSilenceableFailure
ReverseComputeInlineOp::apply(transform::TransformRewriter &rewriter,
                              transform::TransformResults &results,
                              transform::TransformState &state) {
  return runOnBlock(*this, state, getBlock(), [&](BlockOp block) {
    return reverseComputeInline(rewriter, block);
  });
}

DiagnosedSilenceableFailure
ComputeAtOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  return runOnBlock(*this, state, getBlock(), [&](BlockOp block) {
    FailureOr<ForOp> loop = getOne<ForOp>(*this, state, getLoop());
    return failure(failed(loop) || failed(computeAt(rewriter, block, *loop)));
  });
}

DiagnosedSilenceableFailure
ReverseComputeAtOp::apply(transform::TransformRewriter &rewriter,
                          transform::TransformResults &results,
                          transform::TransformState &state) {
  return runOnBlock(*this, state, getBlock(), [&](BlockOp block) {
    FailureOr<ForOp> loop = getOne<ForOp>(*this, state, getLoop());
    return failure(failed(loop) ||
                   failed(reverseComputeAt(rewriter, block, *loop)));
  });
}

void FuseReductionEpilogueOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getBlockMutable(), effects);
  transform::consumesHandle(getEpilogueMutable(), effects);
  transform::modifiesPayload(effects);
}

DiagnosedSilenceableFailure
FuseReductionEpilogueOp::apply(transform::TransformRewriter &rewriter,
                               transform::TransformResults &results,
                               transform::TransformState &state) {
  return runOnBlock(*this, state, getBlock(), [&](BlockOp block) {
    FailureOr<BlockOp> end = getOne<BlockOp>(*this, state, getEpilogue());
    return failure(failed(end) ||
                   failed(fuseReductionEpilogue(rewriter, block, *end)));
  });
}

} // namespace mlir::tir::schedule
