// Questions about a tensor's descriptor, answered at run time.
#include "Relax/Dialect/Relax/IR/InspectOps.h"

#include "Relax/Dialect/Relax/IR/RuleError.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/InspectOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerInspectOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/InspectOps.cpp.inc"
      >();
}

/// R1 of the ops that take an axis.
static LogicalResult verifyAxis(Operation *op, Value tensor, Value axis) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  APInt value;
  if (!type || !matchPattern(axis, m_ConstantInt(&value)))
    return success();
  // R1: the axis exists.
  if (value.isNegative() || value.uge(type.getRank()))
    return emitRuleError(op, 1, "expects an axis below the rank ")
           << type.getRank() << ", found " << value.getSExtValue();
  return success();
}

LogicalResult InspectTensorShapeIOp::verify() {
  return verifyAxis(*this, getTensor(), getAxis());
}

LogicalResult InspectTensorStrideIOp::verify() {
  return verifyAxis(*this, getTensor(), getAxis());
}

} // namespace mlir::relax
