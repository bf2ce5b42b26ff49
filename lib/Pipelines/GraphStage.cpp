// Stage 1: relax -> simpler relax, still pure.
#include "Relax/Conversion/FuncToRelax/Passes.h"
#include "Relax/Conversion/LinalgToTIR/Passes.h"
#include "Relax/Conversion/RelaxToTIR/Passes.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::relax {

// Whether a value is known that is not so for its op alone: calls pass or give
// constants, or control flow depends on one.
// Upstream's analysis looks through all symbols for each callee, which for
// 10,000 functions is most of the time of compilation.
static bool mayPropagateConstants(ModuleOp module) {
  auto isConstant = [](Value value) {
    Operation *definition = value.getDefiningOp();
    return definition && definition->hasTrait<OpTrait::ConstantLike>();
  };
  auto visit = [&](Operation *op) {
    bool isFlow = op->getNumRegions() > 0 && !isa<FuncOp, DataflowOp>(op);
    bool passes = isa<CallOp, ReturnOp>(op) &&
                  llvm::any_of(op->getOperands(), isConstant);
    return op != module && (isFlow || passes) ? WalkResult::interrupt()
                                              : WalkResult::advance();
  };
  return module.walk(visit).wasInterrupted();
}

namespace {
/// What all calls of a function pass alike, as loops do with weights, are
/// constants of that function.
class PropagateConstantsPass
    : public PassWrapper<PropagateConstantsPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PropagateConstantsPass)

  StringRef getName() const override { return "PropagateConstants"; }

  void runOnOperation() override {
    OpPassManager passes(ModuleOp::getOperationName());
    passes.addPass(createSCCPPass());
    if (mayPropagateConstants(getOperation()) &&
        failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }
};
} // namespace

// What moves is in dataflow regions; what was moved are mostly constants.
static void addLayoutPasses(OpPassManager &passes, TargetAttr target,
                            const FoldConstantPassOptions &folding) {
  if (!target.isGPU())
    passes.addNestedPass<FuncOp>(createExpandConv1DPass());
  passes.addNestedPass<FuncOp>(createChooseLayoutPass());
  // Convolutions of 8-bit numbers have waited for it.
  PackIntegerProductsPassOptions packing;
  packing.permute = true;
  if (!target.isGPU())
    passes.addPass(createPackIntegerProductsPass(packing));
  passes.addPass(createPackBFloatProductsPass());
  passes.addPass(createCanonicalizerPass());
  // Layouts put transpositions before weights. Folding makes a constant of
  // other order of one, whatever its size, so it comes a second time.
  passes.addPass(createFoldConstantPass(folding));
  // Vectors of output channels are for a CPU.
  if (!target.isGPU()) {
    passes.addPass(createUseWinogradPass());
    passes.addNestedPass<FuncOp>(createPackWeightsPass());
  }
  passes.addPass(createCSEPass());
}

void buildGraphStage(OpPassManager &passes, TargetAttr target) {
  // What nobody calls breaks no build: it may be of types that no target has.
  // Public tensor programs stay until the module is linked, as passes of the
  // user may call them by then.
  passes.addPass(createDeadCodeEliminationPass());
  // What other compilers give. Kernels of it take part in all that follows,
  // and what depends on constants only is computed with the rest.
  passes.addPass(createConvertFuncToRelaxPass());
  passes.addPass(createConvertLinalgToTIRPass());
  // What is spread over workers becomes each one's part.
  passes.addPass(createPropagateShardingPass());
  passes.addPass(createLowerDistIRPass());
  passes.addNestedPass<FuncOp>(createCombineAllReducesPass());
  // Host code has functions of the module only.
  passes.addPass(createLambdaLiftPass());
  // Before constants are folded, which would make floats and wide integers of
  // weights of 8 bits.
  if (!target.isGPU())
    passes.addPass(createPackIntegerProductsPass());
  passes.addPass(createCanonicalizerPass());
  // What is worth more than some milliseconds is left to the program.
  FoldConstantPassOptions folding;
  folding.maxBytes = 1 << 16;
  folding.maxSteps = 1000000;
  passes.addPass(createFoldConstantPass(folding));
  // Weights are packed and fused in the function that gets them.
  passes.addPass(std::make_unique<PropagateConstantsPass>());
  passes.addPass(createRemoveUnusedParametersPass());
  // A batch norm goes into the convolution before it, else into arithmetic.
  passes.addNestedPass<FuncOp>(createFoldBatchNormToConv2DPass());
  passes.addNestedPass<FuncOp>(createDecomposeOpsForInferencePass());
  // Calls are fused through no reshape, and attention is two products.
  passes.addNestedPass<FuncOp>(createRemoveReshapesAroundMatmulPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  addLayoutPasses(passes, target, folding);
  passes.addPass(createVerifyGraphPass());
}

} // namespace mlir::relax
