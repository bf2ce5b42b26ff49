// Ops that derivatives are made of: types.
#include "ClassLosses.h"
#include "JoinedKinds.h"
#include "PoolWindows.h"
#include "TakenAxis.h"

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

/// The gradient has the shape of what the forward op gives, if that is known.
static LogicalResult verifyGradient(Value gradient,
                                    const std::optional<Dims> &given,
                                    EmitError emitError) {
  return given ? verifyDims(TensorInfo::of(gradient), "a gradient", *given,
                            emitError)
               : success();
}

template <typename Adaptor>
static LogicalResult inferPoolBackward(Adaptor op, EmitError emitError,
                                       SmallVectorImpl<Type> &types) {
  // R3, R4, R5, R6: what a window and layouts have to be.
  FailureOr<TensorInfo> pooled = inferPooled(op, "HW", {3, 4, 5, 6}, emitError);
  // R7: a gradient for each element that pooling gives.
  if (failed(pooled) || failed(verifyGradient(op.getOutputGrad(), pooled->dims,
                                              emitError.rule(7))))
    return failure();
  return inferBackward(op.getData(), op.getOutputGrad(), op.getOperands(),
                       emitError, types);
}

LogicalResult NLLLossBackwardOp::inferTypes(Adaptor op, EmitError emitError,
                                            SmallVectorImpl<Type> &types) {
  // R3, R4, R5: operands that fit each other.
  FailureOr<std::optional<Dims>> losses = inferLosses(op, {3, 4, 5}, emitError);
  if (failed(losses))
    return failure();
  // R6: a gradient for each loss.
  if (failed(verifyGradient(op.getOutputGrad(),
                            op.getReduction() == "none" ? *losses : Dims(),
                            emitError.rule(6))))
    return failure();
  return inferBackward(op.getPredictions(), op.getOutputGrad(),
                       op.getOperands(), emitError, types);
}

LogicalResult TakeBackwardOp::inferTypes(Adaptor op, EmitError emitError,
                                         SmallVectorImpl<Type> &types) {
  TensorInfo x = TensorInfo::of(op.getX());
  std::optional<Dims> indices = TensorInfo::of(op.getIndices()).dims;
  if (x.dims) {
    // R3: an axis that exists.
    FailureOr<int64_t> axis =
        getTakenAxis(op.getAxis(), x.getRank(), emitError.rule(3));
    if (failed(axis))
      return failure();
    // R4: a gradient for each element that is taken.
    if (indices && failed(verifyGradient(op.getOutputGrad(),
                                         getTakenDims(*x.dims, *axis, *indices),
                                         emitError.rule(4))))
      return failure();
  }
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
