// Where one value may stand for another, which folds ask.
#ifndef RELAX_DIALECT_RELAX_IR_MEMORYSHARING_H
#define RELAX_DIALECT_RELAX_IR_MEMORYSHARING_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::relax {

/// Whether `value`, which equals `result` where that is made, may be used in
/// its place everywhere: neither shares memory with what is overwritten, ended
/// or allocated. Takes constant time: what is not found out soon is false.
bool mayStandFor(Value value, Value result);

/// The fold of `op`, whose only result equals `value`: `value`, or nothing if
/// it may not stand for it.
OpFoldResult foldTo(Value value, Operation *op);

/// Whether `x` keeps its shape when it is broadcast with `others`: each of
/// their sizes is literally 1, or known to be that of `x`.
bool keepsShape(Value x, ValueRange others);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_MEMORYSHARING_H
