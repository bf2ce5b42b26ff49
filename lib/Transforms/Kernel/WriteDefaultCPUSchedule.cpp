// Write what the default schedule of a CPU does as a transform script.
//
// A module pass, since a pass of functions may not add a sequence beside them.
#include "DefaultSchedules.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "ScheduleScript.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"

namespace mlir::relax {
#define GEN_PASS_DEF_WRITEDEFAULTCPUSCHEDULEPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::tir {

namespace {

struct WriteDefaultCPUSchedulePass
    : relax::impl::WriteDefaultCPUSchedulePassBase<
          WriteDefaultCPUSchedulePass> {
  using Base::Base;

  void runOnOperation() override {
    relax::DefaultCPUSchedulePassOptions options;
    options.vectorBits = vectorBits;
    FailureOr<bool> changed = writeSchedules(
        getOperation(), file, [&](FuncOp func, ScheduleWriter *writer) {
          return scheduleForCPU(func, options, writer);
        });
    if (failed(changed))
      return signalPassFailure();
    if (!*changed)
      markAllAnalysesPreserved();
  }
};

} // namespace

} // namespace mlir::tir
