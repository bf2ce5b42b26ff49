// Stage 1: relax -> simpler relax, still pure.
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::relax {

void buildGraphStage(OpPassManager &passes, const StoryOptions &) {
  // Host code has functions of the module only.
  passes.addPass(createLambdaLiftPass());
  passes.addPass(createCanonicalizerPass());
  // What is worth more than some milliseconds is left to the program.
  FoldConstantPassOptions folding;
  folding.maxBytes = 1 << 16;
  folding.maxSteps = 1000000;
  passes.addPass(createFoldConstantPass(folding));
  // A batch norm goes into the convolution before it, else into arithmetic.
  passes.addNestedPass<FuncOp>(createFoldBatchNormToConv2DPass());
  passes.addNestedPass<FuncOp>(createDecomposeOpsForInferencePass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  passes.addPass(createVerifyGraphPass());
}

} // namespace mlir::relax
