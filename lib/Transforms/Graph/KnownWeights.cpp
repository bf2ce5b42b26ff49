// What can be computed before the inputs of a function are there.
#include "KnownWeights.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

/// `num_input` splits the parameters: those from it on are weights, as in TVM.
static bool isWeight(BlockArgument parameter) {
  auto func = dyn_cast<FuncOp>(parameter.getOwner()->getParentOp());
  return func && func.getNumInput() &&
         parameter.getArgNumber() >= *func.getNumInput();
}

/// A worklist with a set: chains of shared subexpressions would be exponential
/// by plain recursion.
bool followsFromWeights(Value value) {
  llvm::SmallSetVector<Value, 8> values;
  values.insert(value);
  for (size_t i = 0; i < values.size(); ++i) {
    Operation *op = values[i].getDefiningOp();
    if (!op) {
      if (!isWeight(cast<BlockArgument>(values[i])))
        return false;
      continue;
    }
    if (isa<ConstantOp>(op))
      continue;
    // An op without operands may have sizes of inputs in its attributes.
    // `stop_lift_params` is an author's wish that what follows be computed per
    // call.
    if (op->getNumOperands() == 0 || op->getNumRegions() != 0 ||
        isa<StopLiftParamsOp>(op) || !isMemoryEffectFree(op))
      return false;
    values.insert(op->operand_begin(), op->operand_end());
  }
  return true;
}

} // namespace mlir::relax
