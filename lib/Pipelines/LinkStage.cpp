// Stage 5: what is not reachable goes; every reference resolves.
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relax {

void buildLinkStage(OpPassManager &passes, TargetAttr) {
  // A library exports functions: what none of them calls is not compiled.
  DeadCodeEliminationPassOptions reached;
  reached.functionsOnly = true;
  passes.addPass(createDeadCodeEliminationPass(reached));
  passes.addPass(createVerifySymbolsPass());
}

} // namespace mlir::relax
