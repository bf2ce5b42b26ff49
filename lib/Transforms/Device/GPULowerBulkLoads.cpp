// Lower TMA loads to upstream's `nvgpu.tma.async.load`.
#include "Relax/Dialect/TIR/IR/TensorMapOps.h"
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPULOWERBULKLOADSPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPULowerBulkLoadsPass
    : impl::GPULowerBulkLoadsPassBase<GPULowerBulkLoadsPass> {
  using GPULowerBulkLoadsPassBase::GPULowerBulkLoadsPassBase;

  void runOnOperation() override;
};

} // namespace

static void lower(tir::BulkLoadOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  auto target = cast<MemRefType>(op.getTarget().getType());
  auto box = MemRefType::get(op.getBox(), target.getElementType(), AffineMap(),
                             target.getMemorySpace());
  auto swizzle = op.getSwizzle() ? nvgpu::TensorMapSwizzleKind::SWIZZLE_128B
                                 : nvgpu::TensorMapSwizzleKind::SWIZZLE_NONE;
  // Elements outside of the tensor read as zeros, which is what padding of K
  // and of edges needs. The type only describes the box; the descriptor itself
  // is made by the driver on the host and passed as a parameter
  // (GPUPassTensorMaps.cpp). Hence the cast, which goes when both sides are
  // pointers.
  auto type = nvgpu::TensorMapDescriptorType::get(
      op.getContext(), box, swizzle, nvgpu::TensorMapL2PromoKind::L2PROMO_128B,
      nvgpu::TensorMapOOBKind::OOB_ZERO,
      nvgpu::TensorMapInterleaveKind::INTERLEAVE_NONE);
  Value map = UnrealizedConversionCastOp::create(b, loc, type, op.getMap())
                  .getResult(0);
  // The tile lies compact in shared memory, from `start` on; a stage of a
  // multi-buffer is a range of it.
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
  // The instruction has the last axis first. The driver counts axes from the
  // contiguous one.
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

} // namespace mlir::relax
