// Stage 1: relax -> simpler relax, still pure.
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::relax {

void buildGraphStage(OpPassManager &passes, const StoryOptions &) {
  passes.addPass(createCanonicalizerPass());
  // A batch norm goes into the convolution before it, else into arithmetic.
  passes.addNestedPass<FuncOp>(createFoldBatchNormToConv2DPass());
  passes.addNestedPass<FuncOp>(createDecomposeOpsForInferencePass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  passes.addNestedPass<FuncOp>(createVerifyGraphPass());
}

} // namespace mlir::relax
