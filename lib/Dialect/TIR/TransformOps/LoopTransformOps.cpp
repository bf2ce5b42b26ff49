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
  return op->emitOpError("has ") << op->getNumResults() << " results for "
                                 << factors << " loops; give each a name";
}

LogicalResult SplitOp::verify() {
  if (llvm::count(getFactors(), kParamFactor) != int64_t(getParams().size()))
    return emitOpError("has places for ")
           << llvm::count(getFactors(), kParamFactor) << " parameters, but "
           << getParams().size() << " of them";
  return verifyResults(*this, getFactors().size());
}

DiagnosedSilenceableFailure
SplitOp::apply(transform::TransformRewriter &rewriter,
               transform::TransformResults &results,
               transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<ForOp> loop = getOne<ForOp>(*this, state, getLoop());
    if (failed(loop))
      return failure();
    FailureOr<SmallVector<int64_t>> factors =
        schedule::getFactors(*this, state, getParams(), getFactors());
    if (failed(factors))
      return failure();
    FailureOr<SmallVector<ForOp>> loops = splitLoop(rewriter, *loop, *factors);
    if (succeeded(loops))
      setLoops(results, getLoops(), *loops);
    return loops;
  });
}

DiagnosedSilenceableFailure
FuseOp::apply(transform::TransformRewriter &rewriter,
              transform::TransformResults &results,
              transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<SmallVector<ForOp>> loops =
        schedule::getLoops(*this, state, getLoops());
    if (failed(loops))
      return failure();
    FailureOr<ForOp> fused = fuseLoops(rewriter, *loops);
    if (succeeded(fused))
      results.set(cast<OpResult>(getFused()), {fused->getOperation()});
    return fused;
  });
}

DiagnosedSilenceableFailure
ReorderOp::apply(transform::TransformRewriter &rewriter,
                 transform::TransformResults &results,
                 transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<SmallVector<ForOp>> loops =
        schedule::getLoops(*this, state, getLoops());
    return failure(failed(loops) || failed(reorderLoops(rewriter, *loops)));
  });
}

DiagnosedSilenceableFailure
ReorderBlockIterVarOp::apply(transform::TransformRewriter &rewriter,
                             transform::TransformResults &results,
                             transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    return failure(failed(block) || failed(reorderIters(*block, getOrder())));
  });
}

DiagnosedSilenceableFailure
AddUnitLoopOp::apply(transform::TransformRewriter &rewriter,
                     transform::TransformResults &results,
                     transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<Operation *> op = getLoopOrBlock(*this, state, getTarget());
    if (succeeded(op))
      results.set(cast<OpResult>(getLoop()),
                  {addUnitLoop(rewriter, *op).getOperation()});
    return op;
  });
}

DiagnosedSilenceableFailure
MergeOp::apply(transform::TransformRewriter &rewriter,
               transform::TransformResults &results,
               transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<SmallVector<ForOp>> loops =
        schedule::getLoops(*this, state, getLoops());
    if (failed(loops))
      return failure();
    FailureOr<ForOp> merged = mergeLoops(rewriter, *loops);
    if (succeeded(merged))
      results.set(cast<OpResult>(getMerged()), {merged->getOperation()});
    return merged;
  });
}

LogicalResult LoopPartitionOp::verify() {
  return verifyResults(*this, getSizes().size());
}

DiagnosedSilenceableFailure
LoopPartitionOp::apply(transform::TransformRewriter &rewriter,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<ForOp> loop = getOne<ForOp>(*this, state, getLoop());
    if (failed(loop))
      return failure();
    FailureOr<SmallVector<ForOp>> loops =
        partitionLoop(rewriter, *loop, getSizes());
    if (succeeded(loops))
      setLoops(results, getLoops(), *loops);
    return loops;
  });
}

} // namespace mlir::tir::schedule
