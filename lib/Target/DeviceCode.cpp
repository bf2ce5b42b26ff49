// Turns the kernels of a module into code of a GPU.
#include "Relax/Target/DeviceCode.h"
#include "Relax/Support/DeviceLibrary.h"
#include "Relax/Target/DeviceAssembler.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

namespace mlir::relax {

// The oldest chip that the toolkits of today generate code for.
static constexpr unsigned kOldestChip = 75;

// LLVM takes an unknown name for the oldest chip and only warns.
LogicalResult checkDeviceChip(Location location, StringRef chip) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      target ? target->createMCSubtargetInfo(triple, "", "") : nullptr);
  StringRef digits = chip;
  unsigned number = 0;
  if (!digits.consume_front("sm_") || digits.consumeInteger(10, number) ||
      number < kOldestChip || !info || !info->isCPUStringValid(chip))
    return emitError(location, "unknown chip \"")
           << chip << "\"; expected sm_" << kOldestChip
           << " or a later one that `llc -march=nvptx64 --mcpu=help` lists";
  return success();
}

void addSerializeKernels(OpPassManager &passes) {
  GpuModuleToBinaryPassOptions options;
  options.compilationTarget = "isa";
  options.toolkitPath = findToolkit();
  passes.addPass(createGpuModuleToBinaryPass(options));
}

LogicalResult writePTX(ModuleOp module, llvm::raw_ostream &os) {
  if (module.getOps<gpu::GPUModuleOp>().empty())
    return emitError(UnknownLoc::get(module.getContext()),
                     "the program has no kernels, so there is no PTX to write; "
                     "functions that nothing reachable calls are dropped");
  OwningOpRef<ModuleOp> copy = module.clone();
  PassManager passes(module.getContext());
  addSerializeKernels(passes);
  if (failed(passes.run(*copy)))
    return failure();
  for (auto binary : copy->getOps<gpu::BinaryOp>())
    for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>()) {
      if (failed(checkDeviceLibrary(binary)))
        return failure();
      os << object.getObject().getValue().rtrim('\0');
    }
  return success();
}

} // namespace mlir::relax
