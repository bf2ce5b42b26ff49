// Stage 3: tensor programs -> tiled, vectorized, threaded ones.
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relax {

void buildScheduleStage(OpPassManager &passes, const StoryOptions &options) {
  if (options.chip.empty())
    passes.addNestedPass<tir::FuncOp>(createDefaultCPUSchedulePass());
  else
    passes.addNestedPass<tir::FuncOp>(createDefaultGPUSchedulePass());
  passes.addPass(createVerifyScheduledPass());
}

} // namespace mlir::relax
