// Write the schedule of each tensor program of a module as a transform script.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_SCHEDULESCRIPT_H
#define RELAX_LIB_TRANSFORMS_KERNEL_SCHEDULESCRIPT_H

#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::tir {

class ScheduleWriter;

/// Schedules a function; false if it stays as it is.
using Scheduler = llvm::function_ref<bool(FuncOp, ScheduleWriter *)>;

/// Writes what `schedule` does with the functions of a module, which stay as
/// they are, into the module, or to a file if there is a name of one. False if
/// the module stays as it is, as one does that has a script.
FailureOr<bool> writeSchedules(ModuleOp module, StringRef path,
                               Scheduler schedule);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_SCHEDULESCRIPT_H
