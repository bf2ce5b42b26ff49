// Ops that make tensors out of a shape and a few numbers: types.
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

/// It is an error if the value to fill with is not of rank 0.
static LogicalResult verifyFillValue(const TensorInfo &value,
                                     EmitError emitError) {
  if (!value.dims || value.dims->empty())
    return success();
  return emitError() << "expects 'fill_value' of rank 0, but found rank "
                     << value.getRank();
}

static LogicalResult inferFilled(Value shape, Type dtype, EmitError emitError,
                                 SmallVectorImpl<Type> &types) {
  // R1: elements that have a one and a zero.
  if (failed(verifyDtype(dtype, emitError)))
    return failure();
  return appendType({dtype, getShapeDims(shape.getType()), {}}, emitError,
                    types);
}

static LogicalResult inferLike(Value x, std::optional<Type> dtype,
                               EmitError emitError,
                               SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(x);
  // R1: elements that have a one and a zero.
  if (dtype && failed(verifyDtype(*dtype, emitError)))
    return failure();
  if (dtype)
    info.element = *dtype;
  return appendType(info, emitError, types);
}

LogicalResult FullOp::inferTypes(Adaptor op, EmitError emitError,
                                 SmallVectorImpl<Type> &types) {
  TensorInfo value = TensorInfo::of(op.getFillValue());
  // R1: one value.
  if (failed(verifyFillValue(value, emitError)))
    return failure();
  // R2: elements to compute with.
  if (op.getDtype() && failed(verifyDtype(*op.getDtype(), emitError)))
    return failure();
  return appendType({op.getDtype().value_or(value.element),
                     getShapeDims(op.getShape().getType()), value.vdevice},
                    emitError, types);
}

LogicalResult FullLikeOp::inferTypes(Adaptor op, EmitError emitError,
                                     SmallVectorImpl<Type> &types) {
  // R1: one value.
  if (failed(verifyFillValue(TensorInfo::of(op.getFillValue()), emitError)))
    return failure();
  // R2: elements to compute with.
  if (op.getDtype() && failed(verifyDtype(*op.getDtype(), emitError)))
    return failure();
  TensorInfo info = TensorInfo::of(op.getX());
  info.element = op.getDtype().value_or(info.element);
  return appendType(info, emitError, types);
}

void RelaxDialect::registerCreateOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/CreateOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/CreateOps.cpp.inc"
