// The one list of the dialects and passes that the tools offer.
#include "Relax/InitAll.h"
#include "Relax/Conversion/FuncToRelax/Passes.h"
#include "Relax/Conversion/GPUToTIR/Passes.h"
#include "Relax/Conversion/LinalgToTIR/Passes.h"
#include "Relax/Conversion/RelaxToLinalg/BufferizableOpInterfaceImpl.h"
#include "Relax/Conversion/RelaxToLinalg/Passes.h"
#include "Relax/Conversion/RelaxToRuntime/Passes.h"
#include "Relax/Conversion/RelaxToTIR/Passes.h"
#include "Relax/Conversion/RuntimeToLLVM/Passes.h"
#include "Relax/Conversion/SCFToRuntime/Passes.h"
#include "Relax/Conversion/StableHLOToRelax/Passes.h"
#include "Relax/Conversion/TIRToGPU/Passes.h"
#include "Relax/Conversion/TIRToSCF/Passes.h"
#include "Relax/Dialect/Relax/Gradient/GradientInterface.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/Interfaces/RegisterInterfaces.h"
#include "Relax/Dialect/Relax/Layout/LayoutInterface.h"
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "Relax/Dialect/StableHLO/IR/StableHLO.h"
#include "Relax/Dialect/StableHLO/IR/VHLO.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Dialect/TIR/TransformOps/ScheduleExtension.h"
#include "Relax/Kernels/TransformOps/KernelExtension.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "Relax/Transforms/Device/Passes.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "Relax/Transforms/Memory/Passes.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

void mlir::relax::registerRelaxDialects(DialectRegistry &registry) {
  registry.insert<RelaxDialect, tir::TIRDialect, rt::RuntimeDialect>();
  registerGradients(registry);
  registerLayouts(registry);
  registerUpstreamInterfaces(registry);
  registerBufferization(registry);
  tir::registerScheduleExtension(registry);
  tir::registerKernelExtension(registry);
}

void mlir::relax::registerRelaxPasses() {
  registerRelaxFuncToRelaxPasses();
  registerRelaxLinalgToTIRPasses();
  registerRelaxStableHLOToRelaxPasses();
  registerRelaxToLinalgPasses();
  registerRelaxToTIRPasses();
  registerRelaxGPUToTIRPasses();
  registerRelaxTIRToGPUPasses();
  registerRelaxTIRToSCFPasses();
  registerStoryPipelines();
  registerRelaxRuntimeToLLVMPasses();
  registerRelaxSCFToRuntimePasses();
  registerRelaxGraphPasses();
  registerRelaxContractsPasses();
  registerRelaxDevicePasses();
  registerRelaxKernelPasses();
  registerRelaxMemoryPasses();
  registerRelaxModulePasses();
  registerRelaxToRuntimePasses();
}

void mlir::relax::registerAllDialects(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  registerRelaxDialects(registry);
  // Of the tools only: a compiler that embeds this one may have the dialects of
  // these names from their projects.
  registry.insert<hlo::StableHLODialect, chlo::CHLODialect, vhlo::VHLODialect,
                  sdy::SdyDialect>();
}

void mlir::relax::registerAllPasses() {
  mlir::registerAllPasses();
  registerRelaxPasses();
}
