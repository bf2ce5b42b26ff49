// Stage 4: values -> storage, destination passing, deallocation.
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "Relax/Transforms/Memory/Passes.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relax {

void buildMemoryStage(OpPassManager &passes, TargetAttr) {
  passes.addNestedPass<FuncOp>(createRewriteDataflowReshapePass());
  // Effects may not stand in dataflow regions: these go first.
  passes.addNestedPass<FuncOp>(createToNonDataflowPass());
  passes.addNestedPass<FuncOp>(createRemovePurityCheckingPass());
  passes.addNestedPass<FuncOp>(createCallTIRRewritePass());
  passes.addNestedPass<FuncOp>(createStaticPlanBlockMemoryPass());
  passes.addNestedPass<FuncOp>(createLowerAllocTensorPass());
  passes.addNestedPass<FuncOp>(createKillAfterLastUsePass());
  passes.addPass(createVerifyPlannedPass());
}

} // namespace mlir::relax
