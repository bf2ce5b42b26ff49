// Stage 3: tensor programs -> tiled, vectorized, threaded ones.
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::relax {

void buildScheduleStage(OpPassManager &passes, TargetAttr target) {
  if (target.isGPU()) {
    // Of programs that come with threads; ours have none yet.
    passes.addNestedPass<tir::FuncOp>(createLowerCrossThreadReductionPass());
    passes.addNestedPass<tir::FuncOp>(createDefaultGPUSchedulePass());
  }
  // What is for the host, which is all if there is no device.
  passes.addNestedPass<tir::FuncOp>(createDefaultCPUSchedulePass());
  passes.addNestedPass<tir::FuncOp>(createStreamResultsPass());
  // Each step of a schedule makes constants where it stands.
  passes.addNestedPass<tir::FuncOp>(createCSEPass());
  passes.addPass(createVerifyScheduledPass());
}

} // namespace mlir::relax
