// What holds of every allocation, of whichever level.
#ifndef RELAX_LIB_DIALECT_RELAX_IR_ALLOCATIONRULES_H
#define RELAX_LIB_DIALECT_RELAX_IR_ALLOCATIONRULES_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Support/RuleError.h"

namespace mlir::relax {

/// Rule R1 of the ops that make a tensor: enough is known to allocate it.
LogicalResult verifyAllocatable(Operation *op, RankedTensorType type);

/// A number of bytes that may be meant: not provably negative. The attribute
/// holds no unknown number.
LogicalResult verifyBytes(Operation *op, SymExprAttr bytes, StringRef what,
                          unsigned rule);

/// Rule R3 of the ops that place a tensor in a storage of `size` bytes, which
/// `maker` made: the tensor does not provably pass its end.
LogicalResult verifyInStorage(Operation *op, RankedTensorType type,
                              SymExprAttr offset, Operation *maker,
                              SymExprAttr size);

} // namespace mlir::relax

#endif // RELAX_LIB_DIALECT_RELAX_IR_ALLOCATIONRULES_H
