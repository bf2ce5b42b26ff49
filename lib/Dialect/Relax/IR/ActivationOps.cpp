// Activation functions of neural networks, and softmax: types and folds.
#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/MemorySharing.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"

namespace mlir::relax {

static LogicalResult inferSoftmax(Value data, int64_t axis, EmitError emitError,
                                  SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(data);
  // R1: an axis that exists.
  if (info.dims &&
      failed(normalizeAxis(axis, info.getRank(), emitError.rule(1))))
    return failure();
  types.push_back(data.getType());
  return success();
}

/// It is an error if `slope` fits neither one channel nor all of them.
static LogicalResult verifySlope(const TensorInfo &slope, SymExprAttr channels,
                                 EmitError emitError) {
  if (!slope.dims)
    return success();
  if (slope.getRank() != 1)
    return emitError() << "expects 'alpha' of rank 1, but found rank "
                       << slope.getRank();
  SymExprAttr length = slope.dims->front();
  if (!length || length.getConstant() == 1)
    return success();
  return verifySameDim(channels, length, "the length of 'alpha'", emitError);
}

LogicalResult PReluOp::inferTypes(Adaptor op, EmitError emitError,
                                  SmallVectorImpl<Type> &types) {
  TensorInfo data = TensorInfo::of(op.getData());
  TensorInfo slope = TensorInfo::of(op.getAlpha());
  // R1: one element type.
  FailureOr<Type> element = getCommonElement({data, slope}, emitError.rule(1));
  if (failed(element))
    return failure();
  // R4: one device.
  FailureOr<VDeviceAttr> vdevice =
      getCommonVDevice({data, slope}, emitError.rule(4));
  if (failed(vdevice))
    return failure();
  SymExprAttr channels;
  if (data.dims) {
    // R2: an axis that exists.
    FailureOr<int64_t> axis =
        normalizeAxis(op.getAxis(), data.getRank(), emitError.rule(2));
    if (failed(axis))
      return failure();
    channels = (*data.dims)[*axis];
  }
  // R3: a slope for each channel, or one for all.
  if (failed(verifySlope(slope, channels, emitError.rule(3))))
    return failure();
  return appendType({*element, data.dims, *vdevice}, emitError, types);
}

LogicalResult DropoutOp::inferTypes(Adaptor op, EmitError emitError,
                                    SmallVectorImpl<Type> &types) {
  types.append(2, op.getData().getType());
  return success();
}

OpFoldResult ReluOp::fold(FoldAdaptor) {
  auto inner = getX().getDefiningOp<ReluOp>();
  return inner && inner.getType() == getType()
             ? foldTo(inner.getResult(), *this)
             : OpFoldResult();
}

void RelaxDialect::registerActivationOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ActivationOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ActivationOps.cpp.inc"
