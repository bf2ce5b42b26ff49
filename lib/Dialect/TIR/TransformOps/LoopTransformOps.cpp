// Primitives that change loops.
#include "Relax/Dialect/TIR/TransformOps/LoopTransformOps.h"

#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/LoopTransformOps.cpp.inc"

namespace mlir::tir::schedule {

// One result a factor.
static LogicalResult verifyResults(Operation *op, size_t factors) {
  if (op->getNumResults() == factors)
    return success();
  return op->emitOpError("has ")
         << op->getNumResults() << " results, expected one for each of "
         << factors << " loops";
}

LogicalResult SplitOp::verify() {
  if (llvm::count(getFactors(), kParamFactor) != int64_t(getParams().size()))
    return emitOpError("expects ")
           << llvm::count(getFactors(), kParamFactor) << " parameters, found "
           << getParams().size();
  return verifyResults(*this, getFactors().size());
}

void SplitOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  for (OpResult loop : getOperation()->getOpResults()) {
    unsigned number = loop.getResultNumber();
    bool isLast = number + 1 == getNumResults();
    setName(loop, number == 0 ? "outer" : isLast ? "inner" : "middle");
  }
}

LogicalResult SplitOp::run(Application &application) {
  FailureOr<ForOp> loop = application.get<ForOp>(getLoop());
  FailureOr<SmallVector<int64_t>> factors =
      schedule::getFactors(*this, application.state, getParams(), getFactors());
  if (failed(loop) || failed(factors))
    return failure();
  return application.name(splitLoop(application.rewriter, *loop, *factors));
}

void FuseOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getFused(), "fused");
}

LogicalResult FuseOp::run(Application &application) {
  FailureOr<SmallVector<ForOp>> loops = application.getLoops(getLoops());
  if (failed(loops))
    return failure();
  return application.name(fuseLoops(application.rewriter, *loops));
}

LogicalResult ReorderOp::run(Application &application) {
  FailureOr<SmallVector<ForOp>> loops = application.getLoops(getLoops());
  if (failed(loops))
    return failure();
  return application.name(reorderLoops(application.rewriter, *loops));
}

LogicalResult ReorderBlockIterVarOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) { return reorderIters(block, getOrder()); },
      getBlock());
}

LogicalResult AddUnitLoopOp::run(Application &application) {
  FailureOr<Operation *> op = application.getLoopOrBlock(getTarget());
  if (failed(op))
    return failure();
  return application.name(addUnitLoop(application.rewriter, *op));
}

LogicalResult MergeOp::run(Application &application) {
  FailureOr<SmallVector<ForOp>> loops = application.getLoops(getLoops());
  if (failed(loops))
    return failure();
  return application.name(mergeLoops(application.rewriter, *loops));
}

LogicalResult LoopPartitionOp::verify() {
  return verifyResults(*this, getSizes().size());
}

LogicalResult LoopPartitionOp::run(Application &application) {
  return application.run(
      [&](ForOp loop) {
        return partitionLoop(application.rewriter, loop, getSizes());
      },
      getLoop());
}

} // namespace mlir::tir::schedule
