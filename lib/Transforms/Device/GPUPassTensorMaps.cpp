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

// The window of a block is a part of that of its cluster (PTX ISA, state
// spaces), so an address of the block is one of the cluster. LLVM goes through
// generic addresses, which takes two instructions and the upper half of an
// address.
static void keepAddress(NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp load) {
  auto cast = load.getDstMem().getDefiningOp<LLVM::AddrSpaceCastOp>();
  if (!cast || cast.getArg().getType() !=
                   LLVM::LLVMPointerType::get(
                       load.getContext(),
                       static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared)))
    return;
  OpBuilder b(cast);
  Value number =
      LLVM::PtrToIntOp::create(b, cast.getLoc(), b.getI64Type(), cast.getArg());
  load.getDstMemMutable().assign(LLVM::IntToPtrOp::create(
      b, cast.getLoc(), load.getDstMem().getType(), number));
  if (cast->use_empty())
    cast.erase();
}

void GPUPassTensorMapsPass::runOnOperation() {
  for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>()) {
    if (kernel.isExternal())
      continue;
    SmallVector<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp> loads;
    kernel.walk([&](Operation *op) {
      if (auto load =
              dyn_cast<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp>(op))
        loads.push_back(load);
      auto parameter = dyn_cast_if_present<BlockArgument>(getMap(op));
      if (parameter && parameter.getOwner() == &kernel.getBody().front())
        passByValue(kernel, parameter.getArgNumber());
    });
    llvm::for_each(loads, keepAddress);
  }
}

} // namespace mlir::relax
