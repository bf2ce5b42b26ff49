// Placement of tensors on devices.
#include "Relax/Dialect/Relax/IR/DeviceOps.h"

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "Relax/Support/RuleError.h"
#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/DeviceOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerDeviceOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/DeviceOps.cpp.inc"
      >();
}

LogicalResult ToVDeviceOp::verify() {
  // R1: the same tensor, elsewhere.
  auto from = dyn_cast<RankedTensorType>(getData().getType());
  auto to = dyn_cast<RankedTensorType>(getResult().getType());
  if (from && to) {
    Type expected =
        getTensorType(getDims(from), from.getElementType(), getDstVdevice());
    if (compareTypes(expected, to) == Proof::Different ||
        !isSameDevice(getVDevice(to), getDstVdevice()))
      return emitRuleError(*this, 1, "expects a result of ")
             << expected << ", the operand placed on " << getDstVdevice()
             << ", found " << to;
  }
  return success();
}

} // namespace mlir::relax
