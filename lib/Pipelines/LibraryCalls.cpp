// Before stage 1: what a library of functions computes becomes calls of it.
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::relax {

void buildLibraryCalls(OpPassManager &passes,
                       llvm::ArrayRef<std::string> libraries,
                       llvm::StringRef patterns) {
  // A batch norm between a convolution and its activation would hide the two
  // from the patterns. Layouts are chosen later, in the graph stage: a library
  // brings its operands into its own order, and cannot read packed weights.
  passes.addPass(createCanonicalizerPass());
  passes.addNestedPass<FuncOp>(createFoldBatchNormToConv2DPass());
  passes.addPass(createCanonicalizerPass());
  FuseOpsByPatternPassOptions options;
  options.annotateCodegen = true;
  // Who writes patterns wants what they find in a library of their own, also
  // where the other one could take a part.
  if (!patterns.empty()) {
    options.patterns = patterns.str();
    passes.addPass(createFuseOpsByPatternPass(options));
    options.patterns.clear();
  }
  for (const std::string &library : libraries) {
    options.library = library;
    passes.addPass(createFuseOpsByPatternPass(options));
  }
  passes.addPass(createRunCodegenPass());
}

} // namespace mlir::relax
