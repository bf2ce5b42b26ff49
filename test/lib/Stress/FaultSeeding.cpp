// What faults are seeded with, and the list of all of them.
#include "FaultSeeding.h"

namespace mlir::relax {

bool seedInOne(ModuleOp module, Decisions &decisions, StringRef name,
               llvm::function_ref<bool(Operation *)> change) {
  return seedInOne<Operation *>(module, decisions, [&](Operation *op) {
    return op->getName().getStringRef() == name && change(op);
  });
}

bool replaceByName(Operation *op, StringRef name) {
  OpBuilder builder(op);
  OperationState state(op->getLoc(), name);
  state.addOperands(op->getOperands());
  state.addAttributes(op->getAttrs());
  state.addTypes(op->getResultTypes());
  op->replaceAllUsesWith(builder.create(state));
  op->erase();
  return true;
}

bool dropOp(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() == 0 ||
      op->getOperand(0).getType() != op->getResult(0).getType() ||
      op->use_empty())
    return false;
  op->getResult(0).replaceAllUsesWith(op->getOperand(0));
  op->erase();
  return true;
}

bool swapOperands(Operation *op, unsigned first, unsigned second) {
  if (op->getNumOperands() <= std::max(first, second))
    return false;
  Value a = op->getOperand(first), b = op->getOperand(second);
  if (a == b || a.getType() != b.getType())
    return false;
  op->setOperand(first, b);
  op->setOperand(second, a);
  return true;
}

std::vector<SeededFault> getSeededFaults() {
  std::vector<SeededFault> faults;
  addGraphFaults(faults);
  addPrimFuncFaults(faults);
  addMemoryFaults(faults);
  addSymbolFaults(faults);
  return faults;
}

std::vector<std::string> getSeedingPasses() {
  return {"canonicalize",
          "relax-legalize-ops",
          "relax-to-non-dataflow",
          "relax-remove-purity-checking",
          "relax-call-tir-rewrite",
          "relax-static-plan-block-memory",
          "relax-lower-alloc-tensor",
          "relax-kill-after-last-use",
          "tir-default-cpu-schedule"};
}

} // namespace mlir::relax
