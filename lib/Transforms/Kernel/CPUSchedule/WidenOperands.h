// Convert an operand of narrow floats once, in front of a reduction.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_WIDENOPERANDS_H
#define RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_WIDENOPERANDS_H

#include "../ScheduleWriter.h"

namespace mlir::tir {

/// Lets each reduction of wide sums read a wide copy of what it reads of narrow
/// floats, where one element goes into a whole vector of results.
void widenOperands(FuncOp func, ScheduleWriter *writer);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_WIDENOPERANDS_H
