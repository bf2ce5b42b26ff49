// Ops whose purpose is an effect: print, assert.
#include "Relax/Dialect/Relax/IR/EffectOps.h"

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Support/RuleError.h"

#include "mlir/IR/Builders.h"
#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/EffectOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerEffectOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/EffectOps.cpp.inc"
      >();
}

LogicalResult AssertOp::verify() {
  // R1: a truth value.
  Type type = getCondition().getType();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!type.isSignlessInteger(1) &&
      !(tensor && tensor.getRank() == 0 &&
        tensor.getElementType().isSignlessInteger(1)))
    return emitRuleError(
               *this, 1,
               "expects a condition of i1 or of a rank-0 tensor of i1, "
               "found ")
           << type;
  return success();
}

} // namespace mlir::relax
