// Handles of blocks and loops.
#include "Relax/Dialect/TIR/TransformOps/QueryOps.h"

#include "Relax/Dialect/TIR/Schedule/BlockQueries.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/QueryOps.cpp.inc"

namespace mlir::tir::schedule {

static void setBlocks(transform::TransformResults &results, Value handle,
                      ArrayRef<BlockOp> blocks) {
  SmallVector<Operation *> ops(blocks.begin(), blocks.end());
  results.set(cast<OpResult>(handle), ops);
}

DiagnosedSilenceableFailure
GetBlockOp::apply(transform::TransformRewriter &rewriter,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<Operation *> root = getOneOp(*this, state, getRoot());
    if (failed(root))
      return failure();
    FailureOr<BlockOp> block = findBlock(*root, getLabel());
    if (succeeded(block))
      setBlocks(results, getBlock(), *block);
    return block;
  });
}

DiagnosedSilenceableFailure
GetLoopsOp::apply(transform::TransformRewriter &rewriter,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    if (failed(block))
      return failure();
    SmallVector<ForOp> loops = tir::getLoops(*block);
    if (getLoops().size() == 1) {
      SmallVector<Operation *> ops(loops.begin(), loops.end());
      results.set(cast<OpResult>(getLoops()[0]), ops);
      return success();
    }
    if (getLoops().size() != loops.size())
      return emitOpError("has ")
             << getLoops().size() << " results, but 'tir.block' "
             << block->getLabelAttr() << " is in " << loops.size() << " loops";
    setLoops(results, getLoops(), loops);
    return success();
  });
}

DiagnosedSilenceableFailure
GetChildBlocksOp::apply(transform::TransformRewriter &rewriter,
                        transform::TransformResults &results,
                        transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<Operation *> root = getOneOp(*this, state, getRoot());
    if (succeeded(root))
      setBlocks(results, getBlocks(), getChildBlocks(*root));
    return root;
  });
}

DiagnosedSilenceableFailure
GetOutputBlocksOp::apply(transform::TransformRewriter &rewriter,
                         transform::TransformResults &results,
                         transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<Operation *> root = getOneOp(*this, state, getRoot());
    if (succeeded(root))
      setBlocks(results, getBlocks(), getOutputBlocks(*root));
    return root;
  });
}

DiagnosedSilenceableFailure
GetProducersOp::apply(transform::TransformRewriter &rewriter,
                      transform::TransformResults &results,
                      transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    if (succeeded(block))
      setBlocks(results, getBlocks(), getProducers(*block));
    return block;
  });
}

DiagnosedSilenceableFailure
GetConsumersOp::apply(transform::TransformRewriter &rewriter,
                      transform::TransformResults &results,
                      transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    if (succeeded(block))
      setBlocks(results, getBlocks(), getConsumers(*block));
    return block;
  });
}

} // namespace mlir::tir::schedule
