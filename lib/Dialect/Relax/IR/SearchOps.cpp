// Ops that choose elements, or find their places: types and folds.
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

LogicalResult WhereOp::inferTypes(Adaptor op, EmitError emitError,
                                  SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(op.getOperands());
  // R1: one element type of the two choices.
  FailureOr<Type> element =
      getCommonElement(ArrayRef(infos).drop_front(), emitError);
  if (failed(element))
    return failure();
  // R2: sizes that broadcast.
  FailureOr<std::optional<Dims>> dims = broadcast(infos, emitError);
  if (failed(dims))
    return failure();
  // R3: one device.
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(infos, emitError);
  if (failed(vdevice))
    return failure();
  return appendType({*element, *dims, *vdevice}, emitError, types);
}

OpFoldResult WhereOp::fold(FoldAdaptor) {
  return getX1() == getX2() && getX1().getType() == getType()
             ? OpFoldResult(getX1())
             : OpFoldResult();
}

void RelaxDialect::registerSearchOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/SearchOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/SearchOps.cpp.inc"
