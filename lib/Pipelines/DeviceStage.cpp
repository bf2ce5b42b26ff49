// Stage 6: tensor programs for devices -> their code; nothing on a CPU.
#include "FloatPasses.h"
#include "Relax/Conversion/GPUToTIR/Passes.h"
#include "Relax/Conversion/TIRToGPU/Passes.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "Relax/Transforms/Device/Passes.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/NVGPUToNVVM/NVGPUToNVVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::relax {

static void addKernelPasses(OpPassManager &kernels) {
  // Before floats are expanded: a maximum becomes comparisons there.
  kernels.addPass(createGPULowerFloatFunctionsPass());
  addFloatPasses(kernels);
  // Vector transfers become scf loops here, and affine loops do so in the next
  // pass. Both have to stand before the one that turns scf into branches.
  kernels.addPass(createConvertVectorToSCFPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createSCFToControlFlowPass());
  // Views with strides become plain addresses. Their offsets are affine maps,
  // which is why affine is lowered a second time.
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createGPULowerMatrixProductsPass());
  kernels.addPass(createGPULowerWarpgroupProductsPass());
  kernels.addPass(createGPULowerBulkLoadsPass());
  kernels.addPass(createConvertNVGPUToNVVMPass());
  ConvertGpuOpsToNVVMOpsOptions lowering;
  // A kernel gets one pointer per buffer instead of a descriptor with sizes
  // and strides. This is right because relax-gpu-pass-plain-buffers has let
  // only addresses and sizes into the launch.
  lowering.useBarePtrCallConv = true;
  kernels.addPass(createConvertGpuOpsToNVVMOps(lowering));
  kernels.addPass(createGPUExportDynamicSharedMemoryPass());
  kernels.addPass(createGPUPassTensorMapsPass());
  // Instructions that LLVM knows as text only.
  kernels.addPass(createConvertNVVMToLLVMPass());
  // What is neither the device library's nor an instruction of its own.
  kernels.addPass(createConvertMathToLLVMPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  // When all accesses are addresses.
  kernels.addNestedPass<LLVM::LLVMFuncOp>(createGPUReassociateAddressesPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
}

void buildDeviceStage(OpPassManager &passes, TargetAttr target) {
  if (target.isGPU()) {
    // What a schedule asks for stays one line until here, and its loop is
    // written once. A loop that cannot be a pipeline is slower, and no less
    // right.
    InjectSoftwarePipelinePassOptions pipelines;
    pipelines.skipRejected = true;
    passes.addNestedPass<tir::FuncOp>(
        createInjectSoftwarePipelinePass(pipelines));
    passes.addNestedPass<tir::FuncOp>(createConvertTIRToGPUPass());
    // Barriers are looked at while the accesses are still memrefs of one
    // function, where two buffers are seen to be different.
    passes.addNestedPass<tir::FuncOp>(createGPURemoveRedundantBarriersPass());
  }
  if (target.isEmulated()) {
    // Emulated launches become loops on the host. A program that is emulated
    // runs all that stands above this line and nothing of NVVM: it tests
    // schedules, not code of a device.
    passes.addNestedPass<tir::FuncOp>(createConvertGPUToTIRPass());
  } else if (target.isGPU()) {
    // While a launch still says its sizes, from which bounds of indices follow.
    passes.addNestedPass<tir::FuncOp>(createGPUNarrowIndicesPass());
    // A constant goes into the kernel, what computes one is its parameter.
    passes.addNestedPass<tir::FuncOp>(createCanonicalizerPass());
    // After the schedules, which decide how much is shared, and before
    // outlining: a launch has its dynamic bytes as an operand.
    passes.addNestedPass<tir::FuncOp>(createGPUUseDynamicSharedMemoryPass());
    passes.addPass(createGpuLaunchSinkIndexComputationsPass());
    passes.addNestedPass<tir::FuncOp>(createGPUPassPlainBuffersPass());
    passes.addPass(createGPUOutlineKernelsPass());
    passes.addPass(createGPUAlignAccessesPass());
    // Before the target is attached, so that each part gets one.
    passes.addPass(createGPUSplitModulesPass());
    GpuNVVMAttachTargetOptions attached;
    attached.chip = target.getChip();
    if (StringRef features = target.getPTXFeatures(); !features.empty())
      attached.features = features;
    passes.addPass(createGpuNVVMAttachTarget(attached));
    addKernelPasses(passes.nest<gpu::GPUModuleOp>());
  }
  passes.addPass(createVerifyDevicePass());
}

} // namespace mlir::relax
