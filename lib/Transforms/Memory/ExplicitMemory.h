// What can be explicit memory, and where.
#ifndef RELAX_LIB_TRANSFORMS_MEMORY_EXPLICITMEMORY_H
#define RELAX_LIB_TRANSFORMS_MEMORY_EXPLICITMEMORY_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"

namespace mlir::relax {

/// Succeeds if `func` is impure or carries `relax.force_pure`; else reports
/// what to do.
LogicalResult checkAllowsEffects(FuncOp func);

/// Succeeds unless `op` is in a dataflow region or a pure local function, which
/// allow no effects; else reports what to do.
LogicalResult checkMayGetEffects(Operation *op);

/// Whether a tensor, or all tensors of a tuple, can be allocated: rank, every
/// dimension and dtype are known.
bool isAllocatable(Type type);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_MEMORY_EXPLICITMEMORY_H
