// Reductions of rows on a CPU by primitives.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_ROWREDUCTION_H
#define RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_ROWREDUCTION_H

#include "../ScheduleWriter.h"
#include "Relax/Kernels/RowReduction/TileReduction.h"

namespace mlir::tir {

/// Schedules a reduction along a contiguous axis, with its epilogue, by
/// primitives, and gives the block that takes its place. Fails, with no change,
/// for what the step `vectorize_reduction` does better: rows that are no whole
/// number of vectors, and sums that are long.
FailureOr<BlockOp> composeRowReduction(Reduction &reduction,
                                       const ReductionPlan &plan,
                                       ScheduleWriter *writer);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_ROWREDUCTION_H
