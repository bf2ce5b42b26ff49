// Before stage 1: what gains from narrow floats computes with them.
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::relax {

void buildMixedPrecision(OpPassManager &passes, llvm::StringRef dtype) {
  // Rounded afterwards, the weights of a convolution have the scales of its
  // batch norm, and the statistics of that are never narrow.
  passes.addPass(createCanonicalizerPass());
  passes.addNestedPass<FuncOp>(createFoldBatchNormToConv2DPass());
  passes.addPass(createCanonicalizerPass());
  ToMixedPrecisionPassOptions options;
  options.dtype = dtype.str();
  passes.addPass(createToMixedPrecisionPass(options));
}

} // namespace mlir::relax
