// What the passes of default schedules do with a function.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_DEFAULTSCHEDULES_H
#define RELAX_LIB_TRANSFORMS_KERNEL_DEFAULTSCHEDULES_H

#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Transforms/Kernel/Passes.h"

namespace mlir::tir {

class ScheduleWriter;

/// Whether a device can run the function: it has a body, which calls nothing
/// outside of the module.
bool runsOnDevices(FuncOp func);

/// Does what `tir-default-cpu-schedule` does, and writes the steps down where
/// there is a `writer`. False if the function stays as it is.
bool scheduleForCPU(FuncOp func,
                    const relax::DefaultCPUSchedulePassOptions &options,
                    ScheduleWriter *writer = nullptr);

/// The same for `tir-default-gpu-schedule`, with options that `checkRules`
/// takes.
bool scheduleForGPU(FuncOp func,
                    const relax::DefaultGPUSchedulePassOptions &options,
                    ScheduleWriter *writer = nullptr);

/// An error at `op` unless each of these is the name of a rule, and not of the
/// last one.
LogicalResult checkRules(Operation *op, ArrayRef<std::string> skippedRules);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_DEFAULTSCHEDULES_H
