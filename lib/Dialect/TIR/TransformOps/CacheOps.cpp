// Primitives that give blocks copies of buffers.
#include "Relax/Dialect/TIR/TransformOps/CacheOps.h"

#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/Schedule/CacheBlock.h"
#include "Relax/Dialect/TIR/Schedule/CacheInPlace.h"
#include "Relax/Dialect/TIR/Schedule/CacheIndex.h"
#include "Relax/Dialect/TIR/Schedule/DryRun.h"
#include "Relax/Dialect/TIR/Schedule/MoveBlock.h"
#include "Relax/Dialect/TIR/Schedule/ReindexCache.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/CacheOps.cpp.inc"

namespace mlir::tir::schedule {

LogicalResult CacheReadOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) { return cacheRead(block, getBuffer(), getScope()); },
      getBlock());
}

LogicalResult CacheWriteOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) { return cacheWrite(block, getBuffer(), getScope()); },
      getBlock());
}

LogicalResult ReindexReadOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) { return reindexRead(block, getBuffer()); },
      getBlock());
}

LogicalResult ReindexWriteOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) { return reindexWrite(block, getBuffer()); },
      getBlock());
}

LogicalResult ReindexCacheReadOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) {
        return reindexCacheRead(block, getBuffer(), getScope(), getMap());
      },
      getBlock());
}

LogicalResult ReindexCacheWriteOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) {
        return reindexCacheWrite(block, getBuffer(), getScope(), getMap());
      },
      getBlock());
}

LogicalResult CacheInPlaceOp::run(Application &application) {
  FailureOr<BlockOp> block = application.get<BlockOp>(getBlock());
  if (failed(block))
    return failure();
  FailureOr<InPlaceCopies> copies =
      cacheInPlace(*block, getBuffer(), getScope());
  if (failed(copies))
    return failure();
  application.results.set(cast<OpResult>(getIn()), {copies->in.getOperation()});
  application.results.set(cast<OpResult>(getOut()),
                          {copies->out.getOperation()});
  return success();
}

LogicalResult CacheIndexOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) { return cacheIndex(block, getScope(), getUses()); },
      getBlock());
}

// Two steps in one function, both or none.
static LogicalResult
makeIn(Operation *op, Application &application, Value blockHandle,
       Value loopHandle,
       llvm::function_ref<FailureOr<BlockOp>(BlockOp, ForOp)> steps) {
  auto make = [&](BlockOp block, ForOp loop) -> FailureOr<BlockOp> {
    if (!block->getParentOfType<FuncOp>()->isAncestor(loop))
      return op->emitOpError(
          "expects block and loop of one function, found two functions");
    FailureOr<BlockOp> made;
    auto run = [&](ArrayRef<Operation *> ops) -> LogicalResult {
      return made = steps(cast<BlockOp>(ops[0]), cast<ForOp>(ops[1]));
    };
    if (failed(applyIfPossible({block, loop}, run)))
      return failure();
    return made;
  };
  return application.run(make, blockHandle, loopHandle);
}

LogicalResult ReadAtOp::run(Application &application) {
  auto readAt = [&](BlockOp block, ForOp loop) -> FailureOr<BlockOp> {
    FailureOr<BlockOp> copy = cacheRead(block, getBuffer(), getScope());
    IRRewriter plain(getContext());
    if (failed(copy) || failed(computeAt(plain, *copy, loop)))
      return failure();
    return copy;
  };
  return makeIn(*this, application, getBlock(), getLoop(), readAt);
}

LogicalResult WriteAtOp::run(Application &application) {
  auto writeAt = [&](BlockOp block, ForOp loop) -> FailureOr<BlockOp> {
    FailureOr<BlockOp> copy = cacheWrite(block, getBuffer(), getScope());
    IRRewriter plain(getContext());
    if (failed(copy) || failed(reverseComputeAt(plain, *copy, loop)))
      return failure();
    return copy;
  };
  return makeIn(*this, application, getBlock(), getLoop(), writeAt);
}

} // namespace mlir::tir::schedule
