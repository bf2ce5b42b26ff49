// Stage 6: tensor programs for devices -> their code; nothing on a CPU.
#include "Relax/Conversion/GPUToTIR/Passes.h"
#include "Relax/Conversion/TIRToGPU/Passes.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::relax {

// Floats that no chip computes with are computed in f32.
static void addFloatPasses(OpPassManager &kernels) {
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs.assign({"bf16", "f8E4M3FN", "f8E5M2"});
  emulate.targetTypeStr = "f32";
  kernels.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  expand.includeF8E8M0 = true;
  kernels.addPass(arith::createArithExpandOpsPass(expand));
}

static void addKernelPasses(OpPassManager &kernels) {
  addFloatPasses(kernels);
  kernels.addPass(createConvertVectorToSCFPass());
  kernels.addPass(createSCFToControlFlowPass());
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createConvertGpuOpsToNVVMOps());
  // What is neither the device library's nor an instruction of its own.
  kernels.addPass(createConvertMathToLLVMPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
}

void buildDeviceStage(OpPassManager &passes, const StoryOptions &options) {
  if (!options.chip.empty())
    passes.addNestedPass<tir::FuncOp>(createConvertTIRToGPUPass());
  if (options.emulate) {
    passes.addNestedPass<tir::FuncOp>(createConvertGPUToTIRPass());
  } else if (!options.chip.empty()) {
    passes.addPass(createGpuLaunchSinkIndexComputationsPass());
    passes.addPass(createGpuKernelOutliningPass());
    GpuNVVMAttachTargetOptions target;
    target.chip = options.chip;
    passes.addPass(createGpuNVVMAttachTarget(target));
    addKernelPasses(passes.nest<gpu::GPUModuleOp>());
  }
  passes.addPass(createVerifyDevicePass());
}

} // namespace mlir::relax
