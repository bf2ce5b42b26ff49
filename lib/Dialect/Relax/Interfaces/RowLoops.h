// Loops in the making, of an operator that is split among workers.
#ifndef RELAX_LIB_DIALECT_RELAX_INTERFACES_ROWLOOPS_H
#define RELAX_LIB_DIALECT_RELAX_INTERFACES_ROWLOOPS_H

#include "Relax/Dialect/Relax/Interfaces/OperatorLoops.h"

namespace mlir::relax {

/// Loops of an operator of one result, where each index is that of a loop. What
/// has no loop is read whole.
class RowLoops {
public:
  explicit RowLoops(Operation *op) : context(op->getContext()) {
    for (Type type : op->getOperandTypes()) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      loops.operands.emplace_back(tensor ? tensor.getRank() : 0);
    }
    auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    loops.result.resize(result ? result.getRank() : 0);
  }

  /// The index of a new loop.
  AffineExpr add(utils::IteratorType kind = utils::IteratorType::parallel) {
    loops.kinds.push_back(kind);
    loops.isWhole.push_back(false);
    return getAffineDimExpr(loops.kinds.size() - 1, context);
  }
  /// The index of the only element of an axis.
  AffineExpr one() { return getAffineConstantExpr(0, context); }

  OperatorLoops loops;

private:
  MLIRContext *context;
};

} // namespace mlir::relax

#endif // RELAX_LIB_DIALECT_RELAX_INTERFACES_ROWLOOPS_H
