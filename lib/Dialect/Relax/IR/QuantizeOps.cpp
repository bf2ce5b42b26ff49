// Between floats and integers that stand for them on a scale: types.
#include "Relax/Dialect/Relax/IR/QuantizeOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

static LogicalResult inferQuantization(ValueRange operands, int64_t axis,
                                       Type dtype, EmitError emitError,
                                       SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(operands);
  TensorInfo info = infos.front();
  // R4: elements to compute with.
  if (failed(verifyNumberDtype(dtype, emitError.rule(4))))
    return failure();
  // R3: one device.
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(infos, emitError.rule(3));
  if (failed(vdevice))
    return failure();
  SymExprAttr length;
  // A scalar has no axis, and needs none where the scale is a scalar too.
  if (info.dims && !info.dims->empty()) {
    // R1: an axis that exists.
    FailureOr<int64_t> normal =
        normalizeAxis(axis, info.getRank(), emitError.rule(1));
    if (failed(normal))
      return failure();
    length = (*info.dims)[*normal];
  }
  for (const TensorInfo &scale : ArrayRef(infos).drop_front()) {
    if (!scale.dims || scale.dims->empty())
      continue;
    // R2: one scale, or one for each place on the axis.
    if (scale.getRank() > 1)
      return emitError(2) << "expects scale and zero point of rank 0 or 1, but "
                             "found rank "
                          << scale.getRank();
    if (failed(verifySameDim(length, scale.dims->front(),
                             "the length of scale and zero point",
                             emitError.rule(2))))
      return failure();
  }
  return appendType({dtype, info.dims, *vdevice}, emitError, types);
}

void RelaxDialect::registerQuantizeOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/QuantizeOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/QuantizeOps.cpp.inc"
