// The element type and the device that several tensors have in common.
#ifndef RELAX_LIB_DIALECT_RELAX_IR_JOINEDKINDS_H
#define RELAX_LIB_DIALECT_RELAX_IR_JOINEDKINDS_H

#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

/// The numbers of an op's rules about what its operands have in common.
struct KindRules {
  unsigned element, vdevice;
  /// The rule that there is an operand, where there may be none.
  unsigned count = 0;
};

/// The element type of all of `typed` and the device of all of `placed`; none
/// of them may differ. The dimensions are unknown.
inline FailureOr<TensorInfo> joinKinds(ArrayRef<TensorInfo> typed,
                                       ArrayRef<TensorInfo> placed,
                                       KindRules rules, EmitError emitError) {
  if (typed.empty())
    return emitError(rules.count)
           << "expects at least one operand, but found none";
  FailureOr<Type> element =
      getCommonElement(typed, emitError.rule(rules.element));
  if (failed(element))
    return failure();
  FailureOr<VDeviceAttr> vdevice =
      getCommonVDevice(placed, emitError.rule(rules.vdevice));
  if (failed(vdevice))
    return failure();
  return TensorInfo{*element, std::nullopt, *vdevice};
}

/// The same where the element type and the device are those of all operands.
inline FailureOr<TensorInfo> joinKinds(ArrayRef<TensorInfo> infos,
                                       KindRules rules, EmitError emitError) {
  return joinKinds(infos, infos, rules, emitError);
}

} // namespace mlir::relax

#endif // RELAX_LIB_DIALECT_RELAX_IR_JOINEDKINDS_H
