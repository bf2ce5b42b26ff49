// Pass TMA descriptors to kernels by value, as grid constants.
//
// Upstream's own way, `nvgpu.tma.create.descriptor`, describes whole buffers
// only, and its type does not become a parameter.
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPUPASSTENSORMAPSPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPUPassTensorMapsPass
    : impl::GPUPassTensorMapsPassBase<GPUPassTensorMapsPass> {
  using GPUPassTensorMapsPassBase::GPUPassTensorMapsPassBase;

  void runOnOperation() override;
};

} // namespace

// Bytes of a description, and what it begins at a multiple of. `CUtensorMap` of
// the driver: 128 bytes, aligned to 64. A grid constant is a parameter that
// stays where the launch put it; a copy on the stack of a thread would have an
// address that TMA cannot read.
static constexpr int64_t kMapBytes = 128, kMapAlignment = 64;

// The description that an op uses; null for other ops. TMA loads and the
// prefetch of a descriptor are the only users.
static Value getMap(Operation *op) {
  if (auto load = dyn_cast<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp>(op))
    return load.getTmaDescriptor();
  auto prefetch = dyn_cast<NVVM::PrefetchOp>(op);
  return prefetch && prefetch.getTensormap() ? prefetch.getAddr() : Value();
}

static void passByValue(LLVM::LLVMFuncOp kernel, unsigned parameter) {
  Builder b(kernel.getContext());
  kernel.setArgAttr(
      parameter, LLVM::LLVMDialect::getByValAttrName(),
      TypeAttr::get(LLVM::LLVMArrayType::get(b.getI8Type(), kMapBytes)));
  kernel.setArgAttr(parameter, LLVM::LLVMDialect::getAlignAttrName(),
                    b.getI64IntegerAttr(kMapAlignment));
  kernel.setArgAttr(parameter, NVVM::NVVMDialect::getGridConstantAttrName(),
                    b.getUnitAttr());
}

void GPUPassTensorMapsPass::runOnOperation() {
  for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>()) {
    if (kernel.isExternal())
      continue;
    kernel.walk([&](Operation *op) {
      auto parameter = dyn_cast_if_present<BlockArgument>(getMap(op));
      if (parameter && parameter.getOwner() == &kernel.getBody().front())
        passByValue(kernel, parameter.getArgNumber());
    });
  }
}

} // namespace mlir::relax
