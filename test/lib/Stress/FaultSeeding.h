// What faults are seeded with.
#ifndef RELAX_TEST_STRESS_FAULTSEEDING_H
#define RELAX_TEST_STRESS_FAULTSEEDING_H

#include "Stress/SeededFaults.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {

/// Calls `change` on the ops of one kind, from one chosen by `decisions` on
/// and around, until it says that it changed something.
template <typename OpT>
bool seedInOne(ModuleOp module, Decisions &decisions,
               llvm::function_ref<bool(OpT)> change) {
  SmallVector<OpT> ops;
  module.walk([&](OpT op) { ops.push_back(op); });
  size_t first = decisions.below(ops.size());
  for (size_t i = 0; i < ops.size(); ++i)
    if (change(ops[(first + i) % ops.size()]))
      return true;
  return false;
}

/// The same on the ops of one name.
bool seedInOne(ModuleOp module, Decisions &decisions, StringRef name,
               llvm::function_ref<bool(Operation *)> change);

/// Another op with the operands, attributes and types of `op` in its place.
bool replaceByName(Operation *op, StringRef name);

/// Gives the uses of the result the first operand, if the types are equal.
bool dropOp(Operation *op);

/// Two operands of equal types change places.
bool swapOperands(Operation *op, unsigned first, unsigned second);

void addGraphFaults(std::vector<SeededFault> &faults);
void addMemoryFaults(std::vector<SeededFault> &faults);
void addPrimFuncFaults(std::vector<SeededFault> &faults);
void addSymbolFaults(std::vector<SeededFault> &faults);

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_FAULTSEEDING_H
