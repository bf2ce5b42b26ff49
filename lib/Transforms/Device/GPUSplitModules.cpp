// Splits device modules, so that their parts are compiled side by side.
//
// LLVM's code generation of one module runs in one thread.
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPUSPLITMODULESPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPUSplitModulesPass
    : impl::GPUSplitModulesPassBase<GPUSplitModulesPass> {
  using GPUSplitModulesPassBase::GPUSplitModulesPassBase;

  void runOnOperation() override;

private:
  void split(gpu::GPUModuleOp device, SymbolTable &symbols);

  /// Where kernels have gone, by what launches say.
  DenseMap<Attribute, SymbolRefAttr> moved;
};

} // namespace

// Moves all kernels but the first few out, a few into each new module. What is
// no kernel is what they use: each part has its copy. Globals and helper
// functions are copied to each part: kernels of two modules cannot refer to one
// symbol. They are small; shared memory has no content to keep equal.
void GPUSplitModulesPass::split(gpu::GPUModuleOp device, SymbolTable &symbols) {
  SmallVector<gpu::GPUFuncOp> kernels;
  for (auto function : device.getOps<gpu::GPUFuncOp>())
    if (function.isKernel())
      kernels.push_back(function);
  SmallVector<Operation *> shared;
  for (Operation &op : *device.getBody())
    if (!llvm::is_contained(kernels, &op))
      shared.push_back(&op);
  Operation *last = device;
  // `last` moves on, so that parts stand in order and names come out equal from
  // run to run.
  for (size_t first = maxKernels; maxKernels && first < kernels.size();
       first += maxKernels) {
    auto part = cast<gpu::GPUModuleOp>(device->cloneWithoutRegions());
    part->getRegion(0).emplaceBlock();
    // The symbol table renames the clone, which has the name of the module it
    // is made of.
    symbols.insert(part, std::next(last->getIterator()));
    last = part;
    for (Operation *op : shared)
      part.getBody()->push_back(op->clone());
    for (gpu::GPUFuncOp kernel :
         ArrayRef(kernels).drop_front(first).take_front(maxKernels)) {
      auto name = FlatSymbolRefAttr::get(kernel.getNameAttr());
      moved[SymbolRefAttr::get(device.getSymNameAttr(), name)] =
          SymbolRefAttr::get(part.getSymNameAttr(), name);
      kernel->moveBefore(part.getBody(), part.getBody()->end());
    }
  }
}

void GPUSplitModulesPass::runOnOperation() {
  ModuleOp module = getOperation();
  moved.clear();
  SymbolTable symbols(module);
  for (auto device : llvm::to_vector(module.getOps<gpu::GPUModuleOp>()))
    split(device, symbols);
  if (moved.empty())
    return markAllAnalysesPreserved();
  // Launches name kernels by module and function, so they follow in one walk at
  // the end.
  module.walk([&](gpu::LaunchFuncOp launch) {
    if (SymbolRefAttr kernel = moved.lookup(launch.getKernelAttr()))
      launch.setKernelAttr(kernel);
  });
}

} // namespace mlir::relax
