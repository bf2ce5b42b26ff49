// Stage 2: relax ops -> calls of tensor programs, fused.
#include "Relax/Conversion/RelaxToTIR/Passes.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relax {

void buildKernelStage(OpPassManager &passes, TargetAttr target) {
  LegalizeOpsPassOptions legalizing;
  // Tiles of a CPU have no registers to decode weights in.
  legalizing.decoders = target.isGPU();
  passes.addPass(createLegalizeOpsPass(legalizing));
  // What calls no other function can be fused, and run by a device.
  passes.addNestedPass<tir::FuncOp>(createExpandLibraryCallsPass());
  // Calls are fused in dataflow regions, so all that can be is in some.
  passes.addNestedPass<FuncOp>(createConvertToDataflowPass());
  FuseOpsPassOptions fusing;
  // The default schedules of CPUs and GPUs have a kernel for it.
  fusing.attention = true;
  // A task of a CPU keeps a row in the nearest cache. Kernels of a GPU gain as
  // well, but have not been timed with such groups.
  fusing.rows = !target.isGPU();
  fusing.decoded = legalizing.decoders;
  passes.addPass(createFuseOpsPass(fusing));
  passes.addPass(createFuseTIRPass());
  // Tiles of a CPU read constants as they lie in memory.
  if (target.isGPU())
    passes.addPass(createPlaceCallsPass());
  else
    passes.addPass(createPackOperandsPass());
  // Schedules leave loops of which nobody can say what they compute.
  passes.addPass(createAnnotateTIRFlopsPass());
  passes.addPass(createVerifyLegalPass());
}

} // namespace mlir::relax
