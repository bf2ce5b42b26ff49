// Primitives that say how a loop runs.
#include "Relax/Dialect/TIR/TransformOps/LoopKindOps.h"

#include "Relax/Dialect/TIR/Schedule/LoopKinds.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/LoopKindOps.cpp.inc"

namespace mlir::tir::schedule {

// Change the kind of the loop that a handle names.
static DiagnosedSilenceableFailure
setKind(Operation *op, transform::TransformState &state, Value handle,
        llvm::function_ref<LogicalResult(ForOp)> change) {
  return runPrimitive(op, [&]() -> LogicalResult {
    FailureOr<ForOp> loop = getOne<ForOp>(op, state, handle);
    return failure(failed(loop) || failed(change(*loop)));
  });
}

DiagnosedSilenceableFailure
ParallelOp::apply(transform::TransformRewriter &rewriter,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  return setKind(*this, state, getLoop(), &setParallel);
}

DiagnosedSilenceableFailure
VectorizeOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  return setKind(*this, state, getLoop(), &setVectorized);
}

DiagnosedSilenceableFailure
UnrollOp::apply(transform::TransformRewriter &rewriter,
                transform::TransformResults &results,
                transform::TransformState &state) {
  return setKind(*this, state, getLoop(), &setUnrolled);
}

DiagnosedSilenceableFailure
BindOp::apply(transform::TransformRewriter &rewriter,
              transform::TransformResults &results,
              transform::TransformState &state) {
  return setKind(*this, state, getLoop(),
                 [&](ForOp loop) { return bindLoop(loop, getAxis()); });
}

} // namespace mlir::tir::schedule
