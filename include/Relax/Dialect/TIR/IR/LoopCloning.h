// Copies of loops and of what is computed in them, at another place.
#ifndef RELAX_DIALECT_TIR_IR_LOOPCLONING_H
#define RELAX_DIALECT_TIR_IR_LOOPCLONING_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {

/// Copy the ops inside `from` that compute `value`, where `mapping` does not
/// map it; gives what stands for it.
Value copyValue(OpBuilder &builder, Value value, Operation *from,
                IRMapping &mapping);

/// True if `copyValue` can do so: pure ops, and of the loops inside `from`, it
/// included, only those of `copied`, and no block.
bool canCopyValue(Value value, Operation *from, ArrayRef<ForOp> copied);

/// Copies of loops, the first outermost, which are inside `from`; the insertion
/// point is then in the innermost one.
void copyLoops(OpBuilder &builder, ArrayRef<ForOp> loops, Operation *from,
               IRMapping &mapping);

/// True if the bounds of those loops can be copied.
bool canCopyLoops(ArrayRef<ForOp> loops, Operation *from);

/// The conditions that `predicate` joins.
void collectConditions(Value predicate, SmallVectorImpl<Value> &to);

/// The conditions that the predicate of a block joins; none where there is
/// none.
SmallVector<Value> getConditions(BlockOp block);

/// One condition of several; null if there are none.
Value joinConditions(OpBuilder &builder, Location loc, ValueRange conditions);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_IR_LOOPCLONING_H
