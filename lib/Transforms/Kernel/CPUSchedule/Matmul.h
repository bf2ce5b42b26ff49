// Products of f32 matrices on a CPU by primitives.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_MATMUL_H
#define RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_MATMUL_H

#include "../ScheduleWriter.h"
#include "Relax/Kernels/RowReduction/TileReduction.h"

namespace mlir::tir {

/// Schedules a product of two matrices of f32 whose tiles divide it, with its
/// epilogue, by primitives, and gives the block that takes its place. Fails,
/// with no change, for what the step `tile_reduction` tiles better.
FailureOr<BlockOp> composeMatmul(Reduction &reduction,
                                 const ReductionPlan &plan,
                                 ScheduleWriter *writer);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_MATMUL_H
