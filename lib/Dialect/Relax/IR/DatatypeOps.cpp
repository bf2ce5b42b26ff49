// Ops that change the element type of a tensor: types and folds.
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/MemorySharing.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

static LogicalResult inferConversion(Value x, Type dtype, EmitError emitError,
                                     SmallVectorImpl<Type> &types) {
  // R1: elements to compute with.
  if (failed(verifyDtype(dtype, emitError.rule(1))))
    return failure();
  TensorInfo info = TensorInfo::of(x);
  info.element = dtype;
  return appendType(info, emitError, types);
}

LogicalResult AsTypeOp::inferTypes(Adaptor op, EmitError emitError,
                                   SmallVectorImpl<Type> &types) {
  return inferConversion(op.getX(), op.getDtype(), emitError, types);
}

LogicalResult WrapParamOp::inferTypes(Adaptor op, EmitError emitError,
                                      SmallVectorImpl<Type> &types) {
  return inferConversion(op.getData(), op.getDtype(), emitError, types);
}

OpFoldResult AsTypeOp::fold(FoldAdaptor) {
  auto type = cast<TensorType>(getX().getType());
  if (type == getType() && type.getElementType() == getDtype())
    return foldTo(getX(), *this);
  return {};
}

void RelaxDialect::registerDatatypeOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/DatatypeOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/DatatypeOps.cpp.inc"
