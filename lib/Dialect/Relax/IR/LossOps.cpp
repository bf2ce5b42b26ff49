// Losses: types.
#include "ClassLosses.h"

#include "Relax/Dialect/Relax/IR/LossOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

LogicalResult
CrossEntropyWithLogitsOp::inferTypes(Adaptor op, EmitError emitError,
                                     SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(op.getOperands());
  // R1: one element type.
  FailureOr<Type> element = getCommonElement(infos, emitError.rule(1));
  if (failed(element))
    return failure();
  // R2: one shape.
  if (infos[0].dims &&
      failed(verifyDims(TensorInfo::of(op.getLabels()), "labels",
                        *infos[0].dims, emitError.rule(2))))
    return failure();
  // R3: one device.
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(infos, emitError.rule(3));
  if (failed(vdevice))
    return failure();
  return appendType({*element, Dims(), *vdevice}, emitError, types);
}

LogicalResult NLLLossOp::inferTypes(Adaptor op, EmitError emitError,
                                    SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getPredictions());
  SmallVector<TensorInfo> floats{info};
  if (op.getWeights())
    floats.push_back(TensorInfo::of(op.getWeights()));
  // R1: one element type.
  FailureOr<Type> element = getCommonElement(floats, emitError.rule(1));
  if (failed(element))
    return failure();
  // R4: one device.
  FailureOr<VDeviceAttr> vdevice =
      getCommonVDevice(getTensorInfos(op.getOperands()), emitError.rule(4));
  if (failed(vdevice))
    return failure();
  // R5: there are classes. R2: a target for each prediction. R3: a weight for
  // each class.
  FailureOr<std::optional<Dims>> losses = inferLosses(op, {5, 2, 3}, emitError);
  if (failed(losses))
    return failure();
  return appendType(
      {*element, op.getReduction() == "none" ? *losses : Dims(), *vdevice},
      emitError, types);
}

void RelaxDialect::registerLossOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/LossOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/LossOps.cpp.inc"
