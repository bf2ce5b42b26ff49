// Stage 4: values -> storage, destination passing, deallocation.
#include "Relax/Conversion/RelaxToTIR/Passes.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Memory/Passes.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relax {

void buildMemoryStage(OpPassManager &passes, TargetAttr) {
  // A view has the memory of its operand. It has to be there before storage is
  // planned, as the planner keeps an operand alive for as long as its views
  // (AliasSets).
  passes.addNestedPass<FuncOp>(createRewriteDataflowReshapePass());
  // A program of TVM may begin here with memory of its own beside operators.
  // What is a view of its operand is left to the passes below.
  LegalizeOpsPassOptions options;
  options.skipOps = {"relax.reshape"};
  passes.addPass(createLegalizeOpsPass(options));
  // Effects may not stand in dataflow regions: these go first.
  passes.addNestedPass<FuncOp>(createToNonDataflowPass());
  // Allocation is an effect, and a function that promises purity would be
  // rejected by its verifier. It is marked once, for all passes that follow.
  passes.addNestedPass<FuncOp>(createRemovePurityCheckingPass());
  // A wait has an effect, and takes the memory of its operand, which is not
  // planned yet.
  passes.addPass(createOverlapCollectivesPass());
  // In front of what makes results arguments: a workspace is a result that
  // nobody reads.
  passes.addPass(createHoistWorkspacePass());
  passes.addNestedPass<FuncOp>(createCallTIRRewritePass());
  // Before planning: what only kernels of a graph use is planned with them.
  passes.addPass(createRewriteCUDAGraphPass({/*whereWished=*/true}));
  passes.addNestedPass<FuncOp>(createStaticPlanBlockMemoryPass());
  passes.addNestedPass<FuncOp>(createLowerAllocTensorPass());
  // Ends come last. Only here all allocations are there, those of the planner
  // and those of the pass after it, and each is to end exactly once.
  passes.addNestedPass<FuncOp>(createKillAfterLastUsePass());
  passes.addPass(createVerifyPlannedPass());
}

} // namespace mlir::relax
