// Whether a function may hold ops of explicit memory.
#ifndef RELAX_LIB_TRANSFORMS_MEMORY_EXPLICITMEMORY_H
#define RELAX_LIB_TRANSFORMS_MEMORY_EXPLICITMEMORY_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"

namespace mlir::relax {

/// Succeeds if `func` is impure or carries `relax.force_pure`; else reports
/// what to do.
LogicalResult checkAllowsEffects(FuncOp func);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_MEMORY_EXPLICITMEMORY_H
