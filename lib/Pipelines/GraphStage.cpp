// Stage 1: relax -> simpler relax, still pure.
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Support/GPUTarget.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::relax {

// What moves is in dataflow regions; what was moved are mostly constants.
static void addLayoutPasses(OpPassManager &passes,
                            const FoldConstantPassOptions &folding) {
  passes.addNestedPass<FuncOp>(createChooseLayoutPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createFoldConstantPass(folding));
  passes.addNestedPass<FuncOp>(createPackWeightsPass());
  passes.addPass(createCSEPass());
}

// Whether products of f16, bf16 and i8 take 16 bytes as they lie in memory.
static bool usesAsyncCopies(StringRef chip) {
  std::optional<GPUTarget> target = GPUTarget::parse(chip);
  return target && target->hasAsyncCopies();
}

static void addTensorCoreLayoutPasses(OpPassManager &passes,
                                      const FoldConstantPassOptions &folding) {
  ChooseLayoutPassOptions layouts;
  layouts.tensorCores = true;
  passes.addNestedPass<FuncOp>(createChooseLayoutPass(layouts));
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createFoldConstantPass(folding));
  passes.addPass(createCSEPass());
}

void buildGraphStage(OpPassManager &passes, const StoryOptions &options) {
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
  // Calls are fused through no reshape, and attention is two products.
  passes.addNestedPass<FuncOp>(createRemoveReshapesAroundMatmulPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  if (options.chip.empty())
    addLayoutPasses(passes, folding);
  else if (usesAsyncCopies(options.chip))
    addTensorCoreLayoutPasses(passes, folding);
  passes.addPass(createVerifyGraphPass());
}

} // namespace mlir::relax
