// Losses: types.
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
  std::optional<Dims> targets = TensorInfo::of(op.getTargets()).dims;
  if (info.dims) {
    // R5: there are classes.
    if (info.dims->empty())
      return emitError(5) << "expects predictions of rank 1 or more, but found "
                             "rank 0";
    int64_t axis = info.getRank() == 1 ? 0 : 1;
    SymExprAttr classes = (*info.dims)[axis];
    Dims expected = *info.dims;
    expected.erase(expected.begin() + axis);
    // R2: a target for each prediction.
    if (failed(verifyDims(TensorInfo::of(op.getTargets()), "targets", expected,
                          emitError.rule(2))))
      return failure();
    // R3: a weight for each class.
    if (op.getWeights() &&
        failed(verifyDims(TensorInfo::of(op.getWeights()), "weights", classes,
                          emitError.rule(3))))
      return failure();
    targets = expected;
  }
  if (op.getReduction() != "none")
    targets = Dims();
  return appendType({*element, targets, *vdevice}, emitError, types);
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
