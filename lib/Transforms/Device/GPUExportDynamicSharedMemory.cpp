// Let the launch say the size of a module's dynamic shared memory.
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPUEXPORTDYNAMICSHAREDMEMORYPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPUExportDynamicSharedMemoryPass
    : impl::GPUExportDynamicSharedMemoryPassBase<
          GPUExportDynamicSharedMemoryPass> {
  using GPUExportDynamicSharedMemoryPassBase::
      GPUExportDynamicSharedMemoryPassBase;

  void runOnOperation() override;
};

} // namespace

// What a swizzle of 128 bytes repeats after, in bytes. `wgmma` and TMA take the
// swizzle from address bits 4 to 9, so a tile must begin at a multiple of 1024
// bytes, or it is read in another order than it was written.
static constexpr uint64_t kAlignment = 1024;
static constexpr unsigned kSharedSpace = 3;

// Upstream makes a variable of the module without elements, which has a place
// in the memory whose size is known. As an external symbol without a size it is
// what PTX calls dynamic shared memory: its size comes with the launch. An
// internal one of no elements would have no memory at all.
void GPUExportDynamicSharedMemoryPass::runOnOperation() {
  for (auto buffer : getOperation().getOps<LLVM::GlobalOp>()) {
    auto type = dyn_cast<LLVM::LLVMArrayType>(buffer.getType());
    if (buffer.getAddrSpace() != kSharedSpace || !type ||
        type.getNumElements() != 0)
      continue;
    buffer.setLinkage(LLVM::Linkage::External);
    buffer.setAlignment(kAlignment);
  }
}

} // namespace mlir::relax
