// Primitives that say something about loops, blocks and buffers.
#include "Relax/Dialect/TIR/TransformOps/AnnotationOps.h"

#include "Relax/Dialect/TIR/Schedule/AnnotateAccess.h"
#include "Relax/Dialect/TIR/Schedule/Annotations.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/AnnotationOps.cpp.inc"

namespace mlir::tir::schedule {

DiagnosedSilenceableFailure
AnnotateOp::apply(transform::TransformRewriter &rewriter,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<Operation *> op = getLoopOrBlock(*this, state, getTarget());
    return failure(failed(op) ||
                   failed(annotate(*op, getKeyAttr(), getValue())));
  });
}

DiagnosedSilenceableFailure
UnannotateOp::apply(transform::TransformRewriter &rewriter,
                    transform::TransformResults &results,
                    transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<Operation *> op = getLoopOrBlock(*this, state, getTarget());
    return failure(failed(op) || failed(unannotate(*op, getKey())));
  });
}

DiagnosedSilenceableFailure
StorageAlignOp::apply(transform::TransformRewriter &rewriter,
                      transform::TransformResults &results,
                      transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    return failure(failed(block) ||
                   failed(alignStorage(*block, getBuffer(), getAxis(),
                                       getFactor(), getOffset())));
  });
}

DiagnosedSilenceableFailure
SetScopeOp::apply(transform::TransformRewriter &rewriter,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    return failure(failed(block) ||
                   failed(tir::setScope(*block, getBuffer(), getScope())));
  });
}

DiagnosedSilenceableFailure
UnsafeSetDtypeOp::apply(transform::TransformRewriter &rewriter,
                        transform::TransformResults &results,
                        transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    return failure(failed(block) ||
                   failed(setElementType(*block, getBuffer(), getDtype())));
  });
}

DiagnosedSilenceableFailure
AnnotateBufferAccessOp::apply(transform::TransformRewriter &rewriter,
                              transform::TransformResults &results,
                              transform::TransformState &state) {
  return runPrimitive(*this, [&]() -> LogicalResult {
    FailureOr<BlockOp> block = getOne<BlockOp>(*this, state, getBlock());
    return failure(failed(block) ||
                   failed(annotateBufferAccess(*block, getBuffer(), getMap())));
  });
}

} // namespace mlir::tir::schedule
