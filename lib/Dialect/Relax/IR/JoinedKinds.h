// The element type and the device that several tensors have in common.
#ifndef RELAX_LIB_DIALECT_RELAX_IR_JOINEDKINDS_H
#define RELAX_LIB_DIALECT_RELAX_IR_JOINEDKINDS_H

#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

/// The element type of all of `typed` and the device of all of `placed`; none
/// of them may differ. The dimensions are unknown.
inline FailureOr<TensorInfo> joinKinds(ArrayRef<TensorInfo> typed,
                                       ArrayRef<TensorInfo> placed,
                                       EmitError emitError) {
  if (typed.empty())
    return emitError() << "expects at least one operand, but found none";
  FailureOr<Type> element = getCommonElement(typed, emitError);
  if (failed(element))
    return failure();
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(placed, emitError);
  if (failed(vdevice))
    return failure();
  return TensorInfo{*element, std::nullopt, *vdevice};
}

/// The same where the element type and the device are those of all operands.
inline FailureOr<TensorInfo> joinKinds(ArrayRef<TensorInfo> infos,
                                       EmitError emitError) {
  return joinKinds(infos, infos, emitError);
}

} // namespace mlir::relax

#endif // RELAX_LIB_DIALECT_RELAX_IR_JOINEDKINDS_H
