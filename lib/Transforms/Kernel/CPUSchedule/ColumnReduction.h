// Reductions of the columns of a long matrix on a CPU by primitives.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_COLUMNREDUCTION_H
#define RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_COLUMNREDUCTION_H

#include "../ScheduleWriter.h"
#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// Schedules a reduction of the columns of a matrix that the nearest caches do
/// not hold, such as that of a row times a matrix, with its epilogue, by
/// primitives, and gives the block that takes its place. Fails, with no change,
/// where the step `tile_reduction` does as well, or sizes are not known.
FailureOr<BlockOp> composeColumnReduction(Reduction &reduction, int64_t lanes,
                                          ScheduleWriter *writer);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_COLUMNREDUCTION_H
