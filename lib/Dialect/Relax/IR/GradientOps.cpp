// Ops that derivatives are made of: types.
#include "JoinedKinds.h"

#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"

namespace mlir::relax {

/// The derivative by `input`, which has its shape.
static LogicalResult inferBackward(Value input, Value gradient,
                                   ValueRange operands, EmitError emitError,
                                   SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(input);
  // R1, NLLLossBackwardOp R1, TakeBackwardOp R1: one element type.
  // R2, NLLLossBackwardOp R2, TakeBackwardOp R2: one device.
  FailureOr<TensorInfo> joined =
      joinKinds({info, TensorInfo::of(gradient)}, getTensorInfos(operands),
                {1, 2}, emitError);
  if (failed(joined))
    return failure();
  joined->dims = info.dims;
  return appendType(*joined, emitError, types);
}

LogicalResult NLLLossBackwardOp::inferTypes(Adaptor op, EmitError emitError,
                                            SmallVectorImpl<Type> &types) {
  return inferBackward(op.getPredictions(), op.getOutputGrad(),
                       op.getOperands(), emitError, types);
}

LogicalResult TakeBackwardOp::inferTypes(Adaptor op, EmitError emitError,
                                         SmallVectorImpl<Type> &types) {
  return inferBackward(op.getX(), op.getOutputGrad(), op.getOperands(),
                       emitError, types);
}

void RelaxDialect::registerGradientOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/GradientOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/GradientOps.cpp.inc"
