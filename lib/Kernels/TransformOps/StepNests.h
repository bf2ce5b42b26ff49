// The nests that steps of the default schedules are asked to take.
#ifndef RELAX_LIB_KERNELS_TRANSFORMOPS_STEPNESTS_H
#define RELAX_LIB_KERNELS_TRANSFORMOPS_STEPNESTS_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"
#include "Relax/Kernels/RowReduction/RowReductionGroups.h"

namespace mlir::tir::schedule {

/// The plain nest of a block at the top of a function; else an error, that one
/// cannot `verb` it.
FailureOr<LoopNest> getTopNest(BlockOp block, StringRef verb);

/// That of the block that a handle names; its iterations may run beside each
/// other.
FailureOr<LoopNest> getIndependentNest(Application &application, Value handle,
                                       StringRef verb);

/// What replaces nests over the same rows, or an error.
using RowsStep = llvm::function_ref<LogicalResult(ArrayRef<LoopNest>)>;

/// Does `step` with the nests of the blocks, which have nothing with an effect
/// between them; where it fails, nothing has changed.
LogicalResult applyToNests(Application &application,
                           ArrayRef<Operation *> blocks, StringRef verb,
                           RowsStep step);

/// The same of the blocks that handles name, whose
/// iterations may run beside each other.
LogicalResult applyToRows(Application &application, ValueRange handles,
                          StringRef verb, RowsStep step);

/// The error of blocks that are no group of rows.
LogicalResult rejectRows(BlockOp first, StringRef verb);

} // namespace mlir::tir::schedule

#endif // RELAX_LIB_KERNELS_TRANSFORMOPS_STEPNESTS_H
