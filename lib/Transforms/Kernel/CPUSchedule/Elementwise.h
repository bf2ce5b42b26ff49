// Elementwise blocks of a CPU by primitives.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_ELEMENTWISE_H
#define RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_ELEMENTWISE_H

#include "../ScheduleWriter.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"

namespace mlir::tir {

/// Schedules a spatial nest, whose iterators are as few as possible, by
/// primitives, and gives the block that takes its place. Fails, with no change,
/// where the step `tile_spatial` makes faster loops.
FailureOr<BlockOp> composeElementwise(LoopNest &nest, int64_t lanes,
                                      ScheduleWriter *writer);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_ELEMENTWISE_H
