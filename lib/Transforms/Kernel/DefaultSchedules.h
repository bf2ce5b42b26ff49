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

/// The same for `tir-default-gpu-schedule`, with options that `checkOptions`
/// takes.
bool scheduleForGPU(FuncOp func,
                    const relax::DefaultGPUSchedulePassOptions &options,
                    ScheduleWriter *writer = nullptr);

/// Ends a schedule: blocks become what is in them, copies of tiles as large as
/// what is used of them where it `compacts`, and what nobody needs goes away.
/// `handle` is what the script, if there is a `writer`, calls the function now.
void finishSchedule(FuncOp func, bool compacts, ScheduleWriter *writer,
                    Value handle);

/// An error at `op` unless the chip, if one is named, is one, and each rule
/// that is to be skipped exists and is not the last one.
LogicalResult checkOptions(Operation *op,
                           const relax::DefaultGPUSchedulePassOptions &options);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_DEFAULTSCHEDULES_H
