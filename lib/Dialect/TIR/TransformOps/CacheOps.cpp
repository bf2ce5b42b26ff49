// Primitives that give blocks copies of buffers.
#include "Relax/Dialect/TIR/TransformOps/CacheOps.h"

#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/Schedule/CacheBlock.h"
#include "Relax/Dialect/TIR/Schedule/MoveBlock.h"

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

// Two steps in one function: first in a copy of it, which shows whether both
// are possible, then in itself.
static DiagnosedSilenceableFailure
makeBlockIn(Operation *op, transform::TransformState &state,
            transform::TransformResults &results, Value blockHandle,
            Value loopHandle,
            llvm::function_ref<FailureOr<BlockOp>(BlockOp, ForOp)> steps) {
  return runPrimitive(op, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(op, state, blockHandle);
    FailureOr<ForOp> loop = getOne<ForOp>(op, state, loopHandle);
    if (failed(block) || failed(loop))
      return failure();
    auto function = (*block)->getParentOfType<FuncOp>();
    SmallVector<Operation *> own, copied;
    function.walk([&](Operation *inside) { own.push_back(inside); });
    OwningOpRef<FuncOp> copy(function.clone());
    copy->walk([&](Operation *inside) { copied.push_back(inside); });
    auto find = [&](Operation *wanted) {
      return copied[llvm::find(own, wanted) - own.begin()];
    };
    if (!function->isAncestor(*loop))
      return op->emitOpError("expects block and loop of one function");
    if (failed(steps(cast<BlockOp>(find(*block)), cast<ForOp>(find(*loop)))))
      return failure();
    return setBlock(results, op->getResult(0), steps(*block, *loop));
  });
}

DiagnosedSilenceableFailure
ReadAtOp::apply(transform::TransformRewriter &rewriter,
                transform::TransformResults &results,
                transform::TransformState &state) {
  return makeBlockIn(
      *this, state, results, getBlock(), getLoop(),
      [&](BlockOp block, ForOp loop) -> FailureOr<BlockOp> {
        FailureOr<BlockOp> copy = cacheRead(block, getBuffer(), getScope());
        IRRewriter plain(rewriter.getContext());
        if (failed(copy) || failed(computeAt(plain, *copy, loop)))
          return failure();
        return copy;
      });
}

DiagnosedSilenceableFailure
WriteAtOp::apply(transform::TransformRewriter &rewriter,
                 transform::TransformResults &results,
                 transform::TransformState &state) {
  return makeBlockIn(
      *this, state, results, getBlock(), getLoop(),
      [&](BlockOp block, ForOp loop) -> FailureOr<BlockOp> {
        FailureOr<BlockOp> copy = cacheWrite(block, getBuffer(), getScope());
        IRRewriter plain(rewriter.getContext());
        if (failed(copy) || failed(reverseComputeAt(plain, *copy, loop)))
          return failure();
        return copy;
      });
}

} // namespace mlir::tir::schedule
