// Several steps, of which all are done or none.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_DRYRUN_H
#define RELAX_DIALECT_TIR_SCHEDULE_DRYRUN_H

#include "mlir/IR/Operation.h"

namespace mlir::tir {

/// Steps that change the function around some ops.
using RewriteSteps = llvm::function_ref<LogicalResult(ArrayRef<Operation *>)>;

/// Whether the steps are possible: they are done in a copy of the function,
/// with what stands there for `ops`, all of which are in one function.
LogicalResult dryRun(ArrayRef<Operation *> ops, RewriteSteps steps);

/// Does the steps with `ops` if `dryRun` says that they are possible; else
/// their error is given and nothing has changed.
LogicalResult applyIfPossible(ArrayRef<Operation *> ops, RewriteSteps steps);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_DRYRUN_H
