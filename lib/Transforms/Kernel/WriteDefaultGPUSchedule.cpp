// Write what the default schedule of a GPU does as a transform script.
#include "DefaultSchedules.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "ScheduleScript.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::relax {
#define GEN_PASS_DEF_WRITEDEFAULTGPUSCHEDULEPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::tir {

namespace {

struct WriteDefaultGPUSchedulePass
    : relax::impl::WriteDefaultGPUSchedulePassBase<
          WriteDefaultGPUSchedulePass> {
  using Base::Base;

  void runOnOperation() override {
    relax::DefaultGPUSchedulePassOptions options;
    options.threadsPerBlock = threadsPerBlock;
    options.chip = chip;
    options.tf32 = tf32;
    options.skippedRules.assign(skippedRules.begin(), skippedRules.end());
    // Checked here for the module, where the schedule itself checks for each
    // function.
    if (failed(checkOptions(getOperation(), options)))
      return signalPassFailure();
    FailureOr<bool> changed = writeSchedules(
        getOperation(), file, [&](FuncOp func, ScheduleWriter *writer) {
          return scheduleForGPU(func, options, writer);
        });
    if (failed(changed))
      return signalPassFailure();
    if (!*changed)
      markAllAnalysesPreserved();
  }
};

} // namespace

} // namespace mlir::tir
