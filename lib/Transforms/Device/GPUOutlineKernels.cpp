// Makes kernels of launches, with what these ask of the assembler.
//
// Upstream's outlining drops what it does not know of a launch. It puts a
// `gpu.launch_func` in the place of each, so both are met in the same order.
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPUOUTLINEKERNELSPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPUOutlineKernelsPass
    : impl::GPUOutlineKernelsPassBase<GPUOutlineKernelsPass> {
  using GPUOutlineKernelsPassBase::GPUOutlineKernelsPassBase;

  void runOnOperation() override;
};

} // namespace

void GPUOutlineKernelsPass::runOnOperation() {
  StringRef name = NVVM::NVVMDialect::getMinctasmAttrName();
  ModuleOp module = getOperation();
  // One for each launch, null where it asks for nothing; of a launch that is
  // outlined already, its kernel says it.
  SmallVector<Attribute> requests;
  module.walk([&](Operation *op) {
    if (isa<gpu::LaunchOp, gpu::LaunchFuncOp>(op))
      requests.push_back(isa<gpu::LaunchOp>(op) ? op->getAttr(name)
                                                : Attribute());
  });
  OpPassManager outlining(ModuleOp::getOperationName());
  outlining.addPass(createGpuKernelOutliningPass());
  if (failed(runPipeline(outlining, module)))
    return signalPassFailure();
  SymbolTableCollection symbols;
  auto request = requests.begin();
  module.walk([&](gpu::LaunchFuncOp launch) {
    if (Attribute asked = *request++)
      symbols.lookupNearestSymbolFrom(launch, launch.getKernelAttr())
          ->setAttr(name, asked);
  });
}

} // namespace mlir::relax
