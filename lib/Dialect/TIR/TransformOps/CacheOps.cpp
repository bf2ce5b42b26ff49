// Primitives that give blocks copies of buffers.
#include "Relax/Dialect/TIR/TransformOps/CacheOps.h"

#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/Schedule/CacheBlock.h"
#include "Relax/Dialect/TIR/Schedule/CacheInPlace.h"
#include "Relax/Dialect/TIR/Schedule/CacheIndex.h"
#include "Relax/Dialect/TIR/Schedule/MoveBlock.h"
#include "Relax/Dialect/TIR/Schedule/Rehearsal.h"
#include "Relax/Dialect/TIR/Schedule/ReindexCache.h"

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

DiagnosedSilenceableFailure
ReindexCacheReadOp::apply(transform::TransformRewriter &rewriter,
                          transform::TransformResults &results,
                          transform::TransformState &state) {
  return makeBlock(*this, state, results, getBlock(), [&](BlockOp block) {
    return reindexCacheRead(block, getBuffer(), getScope(), getMap());
  });
}

DiagnosedSilenceableFailure
ReindexCacheWriteOp::apply(transform::TransformRewriter &rewriter,
                           transform::TransformResults &results,
                           transform::TransformState &state) {
  return makeBlock(*this, state, results, getBlock(), [&](BlockOp block) {
    return reindexCacheWrite(block, getBuffer(), getScope(), getMap());
  });
}

DiagnosedSilenceableFailure
CacheInPlaceOp::apply(transform::TransformRewriter &rewriter,
                      transform::TransformResults &results,
                      transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    if (failed(block))
      return failure();
    FailureOr<InPlaceCopies> copies =
        cacheInPlace(*block, getBuffer(), getScope());
    if (failed(copies))
      return failure();
    return failure(failed(setBlock(results, getIn(), copies->in)) ||
                   failed(setBlock(results, getOut(), copies->out)));
  });
}

DiagnosedSilenceableFailure
CacheIndexOp::apply(transform::TransformRewriter &rewriter,
                    transform::TransformResults &results,
                    transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    if (failed(block))
      return failure();
    FailureOr<SmallVector<BlockOp>> made =
        cacheIndex(*block, getScope(), getUses());
    if (failed(made))
      return failure();
    results.set(cast<OpResult>(getBlocks()),
                SmallVector<Operation *>(made->begin(), made->end()));
    return success();
  });
}

// Two steps in one function, both or none.
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
    if (!(*block)->getParentOfType<FuncOp>()->isAncestor(*loop))
      return op->emitOpError("expects block and loop of one function");
    FailureOr<BlockOp> made;
    auto run = [&](ArrayRef<Operation *> ops) -> LogicalResult {
      return made = steps(cast<BlockOp>(ops[0]), cast<ForOp>(ops[1]));
    };
    if (failed(runAll({*block, *loop}, run)))
      return failure();
    return setBlock(results, op->getResult(0), made);
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
