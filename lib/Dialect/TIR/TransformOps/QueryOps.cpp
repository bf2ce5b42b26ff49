// Handles of blocks and loops.
#include "Relax/Dialect/TIR/TransformOps/QueryOps.h"

#include "Relax/Dialect/TIR/Schedule/BlockQueries.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/QueryOps.cpp.inc"

namespace mlir::tir::schedule {

LogicalResult GetBlockOp::run(Application &application) {
  FailureOr<Operation *> root = application.getAny(getRoot());
  if (failed(root))
    return failure();
  return application.name(findBlock(*root, getLabel()));
}

LogicalResult GetLoopsOp::run(Application &application) {
  FailureOr<BlockOp> block = application.get<BlockOp>(getBlock());
  if (failed(block))
    return failure();
  SmallVector<ForOp> loops = tir::getLoops(*block);
  if (getLoops().size() == 1) {
    application.results.set(
        cast<OpResult>(getLoops()[0]),
        SmallVector<Operation *>(loops.begin(), loops.end()));
    return success();
  }
  if (getLoops().size() != loops.size())
    return emitOpError("has ")
           << getLoops().size() << " results, but 'tir.block' "
           << block->getLabelAttr() << " is in " << loops.size() << " loops";
  return application.name(loops);
}

LogicalResult GetChildBlocksOp::run(Application &application) {
  FailureOr<Operation *> root = application.getAny(getRoot());
  if (failed(root))
    return failure();
  return application.name(getChildBlocks(*root));
}

LogicalResult GetOutputBlocksOp::run(Application &application) {
  FailureOr<Operation *> root = application.getAny(getRoot());
  if (failed(root))
    return failure();
  return application.name(getOutputBlocks(*root));
}

LogicalResult GetProducersOp::run(Application &application) {
  FailureOr<BlockOp> block = application.get<BlockOp>(getBlock());
  if (failed(block))
    return failure();
  return application.name(getProducers(*block));
}

LogicalResult GetConsumersOp::run(Application &application) {
  FailureOr<BlockOp> block = application.get<BlockOp>(getBlock());
  if (failed(block))
    return failure();
  return application.name(getConsumers(*block));
}

} // namespace mlir::tir::schedule
