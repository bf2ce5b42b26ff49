// Turns the kernels of a module into code of a GPU.
#include "Relax/Target/DeviceCode.h"
#include "Relax/Support/DeviceAssembler.h"
#include "Relax/Support/DeviceLibrary.h"
#include "Relax/Support/GPUTarget.h"
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

namespace mlir::relax {

// The names of chips that code can be for, the oldest first.
static std::string listChips(const llvm::MCSubtargetInfo &info) {
  std::vector<std::pair<unsigned, StringRef>> chips;
  for (const llvm::SubtargetSubTypeKV &known :
       info.getAllProcessorDescriptions())
    if (std::optional<GPUTarget> chip = GPUTarget::parse(known.Key))
      if (chip->getVersion() >= GPUTarget::kOldest)
        chips.emplace_back(chip->getVersion(), known.Key);
  llvm::sort(chips);
  return llvm::join(llvm::make_second_range(chips), ", ");
}

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
  std::optional<GPUTarget> known = GPUTarget::parse(chip);
  if (known && known->getVersion() >= GPUTarget::kOldest && info &&
      info->isCPUStringValid(chip))
    return success();
  return emitError(location, "unknown chip \"")
         << chip << "\"; expected one of "
         << (info ? listChips(*info) : std::string("none"));
}

void addSerializeKernels(OpPassManager &passes, bool assembles) {
  GPUSerializeModulesPassOptions options;
  options.toolkit = findToolkit();
  // Who has no assembler writes PTX, which drivers assemble at the first call.
  options.assemble = assembles && !findDeviceAssembler().empty();
  passes.addPass(createGPUSerializeModulesPass(options));
}

static bool isSame(Operation *first, Operation *second) {
  return OperationEquivalence::isEquivalentTo(
      first, second, OperationEquivalence::IgnoreLocations);
}

// Moves what `part` has into `whole`: what both use once, the rest under names
// that `whole` does not have.
// Modules were split for parallel work, so that the same helper can be in
// several. Ops are compared as a whole: the same name may stand for different
// constants.
static LogicalResult join(gpu::GPUModuleOp part, gpu::GPUModuleOp whole) {
  SymbolTable symbols(whole), others(part);
  for (Operation &op : llvm::make_early_inc_range(*part.getBody())) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    Operation *known = symbol ? symbols.lookup(symbol.getNameAttr()) : nullptr;
    if (known && isSame(known, &op))
      continue;
    // The uses in this part are renamed with it. Other parts have none, as
    // kernels of different modules do not call each other.
    if (known && failed(others.renameToUnique(symbol, &symbols)))
      return failure();
    op.remove();
    symbols.insert(&op);
  }
  part.erase();
  return success();
}

// The kernels of `module` alone, in one device module: a file of PTX is one.
static FailureOr<OwningOpRef<ModuleOp>> takeKernels(ModuleOp module) {
  OwningOpRef<ModuleOp> kernels = ModuleOp::create(module.getLoc());
  gpu::GPUModuleOp whole;
  for (auto device : module.getOps<gpu::GPUModuleOp>()) {
    // A copy: PTX is one of the outputs of a compilation, and the program goes
    // on.
    gpu::GPUModuleOp part = device.clone();
    kernels->push_back(part);
    if (!whole)
      whole = part;
    else if (failed(join(part, whole)))
      return failure();
  }
  return kernels;
}

LogicalResult writePTX(ModuleOp module, llvm::raw_ostream &os) {
  if (module.getOps<gpu::GPUModuleOp>().empty())
    return emitError(
        UnknownLoc::get(module.getContext()),
        "expected kernels in the program, found none, so there is no PTX to "
        "write; functions that nothing reachable calls are dropped");
  FailureOr<OwningOpRef<ModuleOp>> kernels = takeKernels(module);
  if (failed(kernels))
    return failure();
  PassManager passes(module.getContext());
  addSerializeKernels(passes, /*assembles=*/false);
  if (failed(passes.run(**kernels)))
    return failure();
  for (auto binary : (*kernels)->getOps<gpu::BinaryOp>())
    for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>()) {
      if (failed(checkDeviceLibrary(binary)))
        return failure();
      // The driver wants the text to end with a null, a file does not.
      os << object.getObject().getValue().rtrim('\0');
    }
  return success();
}

} // namespace mlir::relax
