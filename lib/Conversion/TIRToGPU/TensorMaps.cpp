// Copies of boxes of tensors as upstream has them, and the descriptions that
// they need as parameters of kernels.
//
// Upstream's own way, `nvgpu.tma.create.descriptor`, describes whole buffers
// only, and its type does not become a parameter.
#include "Relax/Conversion/TIRToGPU/Passes.h"
#include "Relax/Dialect/TIR/IR/TensorMapOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPULOWERBULKLOADSPASS
#define GEN_PASS_DEF_GPUPASSTENSORMAPSPASS
#include "Relax/Conversion/TIRToGPU/Passes.h.inc"

namespace {

struct GPULowerBulkLoadsPass
    : impl::GPULowerBulkLoadsPassBase<GPULowerBulkLoadsPass> {
  using GPULowerBulkLoadsPassBase::GPULowerBulkLoadsPassBase;

  void runOnOperation() override;
};

struct GPUPassTensorMapsPass
    : impl::GPUPassTensorMapsPassBase<GPUPassTensorMapsPass> {
  using GPUPassTensorMapsPassBase::GPUPassTensorMapsPassBase;

  void runOnOperation() override;
};

} // namespace

// Bytes of a description, and what it begins at a multiple of.
static constexpr int64_t kMapBytes = 128, kMapAlignment = 64;

static void lower(tir::BulkLoadOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  auto target = cast<MemRefType>(op.getTarget().getType());
  auto box = MemRefType::get(op.getBox(), target.getElementType(), AffineMap(),
                             target.getMemorySpace());
  auto swizzle = op.getSwizzle() ? nvgpu::TensorMapSwizzleKind::SWIZZLE_128B
                                 : nvgpu::TensorMapSwizzleKind::SWIZZLE_NONE;
  auto type = nvgpu::TensorMapDescriptorType::get(
      op.getContext(), box, swizzle, nvgpu::TensorMapL2PromoKind::L2PROMO_128B,
      nvgpu::TensorMapOOBKind::OOB_ZERO,
      nvgpu::TensorMapInterleaveKind::INTERLEAVE_NONE);
  Value map = UnrealizedConversionCastOp::create(b, loc, type, op.getMap())
                  .getResult(0);
  SmallVector<int64_t> strides(box.getRank(), 1);
  for (int64_t axis = box.getRank() - 1; axis-- > 0;)
    strides[axis] = strides[axis + 1] * box.getDimSize(axis + 1);
  auto viewType = MemRefType::get(
      box.getShape(), box.getElementType(),
      StridedLayoutAttr::get(op.getContext(), ShapedType::kDynamic, strides),
      box.getMemorySpace());
  Value view = memref::ReinterpretCastOp::create(
      b, loc, viewType, op.getTarget(), OpFoldResult(op.getStart()),
      getAsIndexOpFoldResult(op.getContext(), box.getShape()),
      getAsIndexOpFoldResult(op.getContext(), strides));
  // The instruction has the last axis first.
  SmallVector<Value> coordinates(llvm::reverse(op.getCoordinates()));
  nvgpu::TmaAsyncLoadOp::create(b, loc, view, op.getBarriers(), map,
                                coordinates, op.getBarrier(),
                                /*multicastMask=*/Value(),
                                /*predicate=*/Value());
  op.erase();
}

void GPULowerBulkLoadsPass::runOnOperation() {
  SmallVector<tir::BulkLoadOp> loads;
  getOperation().walk([&](tir::BulkLoadOp op) { loads.push_back(op); });
  for (tir::BulkLoadOp op : loads)
    lower(op);
}

// The description that an op uses; null for other ops.
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
