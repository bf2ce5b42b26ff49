// Primitives that give blocks copies of buffers.
#include "Relax/Dialect/TIR/TransformOps/CacheOps.h"

#include "Relax/Dialect/TIR/Schedule/CacheBlock.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/CacheOps.cpp.inc"

namespace mlir::tir::schedule {

// A primitive of a block that makes another one.
static DiagnosedSilenceableFailure
makeBlock(Operation *op, transform::TransformState &state,
          transform::TransformResults &results, Value handle,
          llvm::function_ref<FailureOr<BlockOp>(BlockOp)> primitive) {
  return runPrimitive(op, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(op, state, handle);
    if (failed(block))
      return failure();
    return setBlock(results, op->getResult(0), primitive(*block));
  });
}

DiagnosedSilenceableFailure
CacheReadOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  return makeBlock(*this, state, results, getBlock(), [&](BlockOp block) {
    return cacheRead(block, getBuffer(), getScope());
  });
}

DiagnosedSilenceableFailure
CacheWriteOp::apply(transform::TransformRewriter &rewriter,
                    transform::TransformResults &results,
                    transform::TransformState &state) {
  return makeBlock(*this, state, results, getBlock(), [&](BlockOp block) {
    return cacheWrite(block, getBuffer(), getScope());
  });
}

DiagnosedSilenceableFailure
ReindexReadOp::apply(transform::TransformRewriter &rewriter,
                     transform::TransformResults &results,
                     transform::TransformState &state) {
  return makeBlock(*this, state, results, getBlock(), [&](BlockOp block) {
    return reindexRead(block, getBuffer());
  });
}

DiagnosedSilenceableFailure
ReindexWriteOp::apply(transform::TransformRewriter &rewriter,
                      transform::TransformResults &results,
                      transform::TransformState &state) {
  return makeBlock(*this, state, results, getBlock(), [&](BlockOp block) {
    return reindexWrite(block, getBuffer());
  });
}

} // namespace mlir::tir::schedule
