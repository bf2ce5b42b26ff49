// Primitives that say something about loops, blocks and buffers.
#include "Relax/Dialect/TIR/TransformOps/AnnotationOps.h"

#include "Relax/Dialect/TIR/Schedule/AnnotateAccess.h"
#include "Relax/Dialect/TIR/Schedule/Annotations.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/AnnotationOps.cpp.inc"

namespace mlir::tir::schedule {

LogicalResult AnnotateOp::run(Application &application) {
  FailureOr<Operation *> op = application.getLoopOrBlock(getTarget());
  return failure(failed(op) || failed(annotate(*op, getKeyAttr(), getValue())));
}

LogicalResult UnannotateOp::run(Application &application) {
  FailureOr<Operation *> op = application.getLoopOrBlock(getTarget());
  return failure(failed(op) || failed(unannotate(*op, getKey())));
}

LogicalResult StorageAlignOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) {
        return alignStorage(block, getBuffer(), getAxis(), getFactor(),
                            getOffset());
      },
      getBlock());
}

LogicalResult SetScopeOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) {
        return tir::setScope(block, getBuffer(), getScope());
      },
      getBlock());
}

LogicalResult UnsafeSetDtypeOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) {
        return setElementType(block, getBuffer(), getDtype());
      },
      getBlock());
}

LogicalResult AnnotateBufferAccessOp::run(Application &application) {
  return application.run(
      [&](BlockOp block) {
        return annotateBufferAccess(block, getBuffer(), getMap());
      },
      getBlock());
}

} // namespace mlir::tir::schedule
