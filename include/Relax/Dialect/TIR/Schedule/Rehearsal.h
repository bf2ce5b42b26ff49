// Several steps, of which all are done or none.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_REHEARSAL_H
#define RELAX_DIALECT_TIR_SCHEDULE_REHEARSAL_H

#include "mlir/IR/Operation.h"

namespace mlir::tir {

/// Steps that change the function around some ops.
using Steps = llvm::function_ref<LogicalResult(ArrayRef<Operation *>)>;

/// Whether the steps are possible: they are done in a copy of the function,
/// with what stands there for `ops`, all of which are in one function.
LogicalResult rehearse(ArrayRef<Operation *> ops, Steps steps);

/// Does the steps with `ops` if `rehearse` says that they are possible; else
/// their error is given and nothing has changed.
LogicalResult runAll(ArrayRef<Operation *> ops, Steps steps);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_REHEARSAL_H
