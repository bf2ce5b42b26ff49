// What the virtual machine's programs use.
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"

#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/RuleError.h"

#include "mlir/IR/Builders.h"
#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/RuntimeOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerRuntimeOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/RuntimeOps.cpp.inc"
      >();
}

LogicalResult VMKillObjectOp::verify() {
  // R1: no effect inside a dataflow region.
  if (auto dataflow = (*this)->getParentOfType<DataflowOp>())
    return (emitRuleError(*this, 1,
                          "drops an object, which is an effect, but a "
                          "'relax.dataflow' region allows none"))
               .attachNote(dataflow.getLoc())
           << "the region is here; put the op after it";
  return success();
}

} // namespace mlir::relax
