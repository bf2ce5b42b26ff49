// Pass buffers to kernels as the address of their first element.
//
// A kernel rebuilds the buffer from its address and the sizes that are not
// constant: fewer parameters than a buffer's descriptor has, and nothing that
// host and device have to agree on.
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPUPASSPLAINBUFFERSPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPUPassPlainBuffersPass
    : impl::GPUPassPlainBuffersPassBase<GPUPassPlainBuffersPass> {
  using GPUPassPlainBuffersPassBase::GPUPassPlainBuffersPassBase;

  void runOnOperation() override;
};

} // namespace

// Whether strides follow from sizes, and the first element is at the address. A
// strided view has strides that the kernel could not rebuild from sizes.
static bool isCompact(MemRefType type) {
  return type.getRank() > 0 && type.getLayout().isIdentity();
}

// `buffer`, rebuilt in the kernel of `launch`.
static Value rebuild(Value buffer, gpu::LaunchOp launch) {
  auto type = cast<MemRefType>(buffer.getType());
  Location location = launch.getLoc();
  OpBuilder outside(launch);
  // Outside: sizes are read on the host and become parameters of the kernel as
  // plain integers, if they are not constant.
  auto parts =
      memref::ExtractStridedMetadataOp::create(outside, location, buffer);
  OpBuilder inside = OpBuilder::atBlockBegin(&launch.getBody().front());
  SmallVector<OpFoldResult> sizes, strides(type.getRank());
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    if (type.isDynamicDim(axis))
      sizes.push_back(parts.getSizes()[axis]);
    else
      sizes.push_back(inside.getIndexAttr(type.getDimSize(axis)));
  OpFoldResult stride = inside.getIndexAttr(1);
  for (int64_t axis = type.getRank() - 1; axis >= 0; --axis) {
    strides[axis] = stride;
    if (axis == 0)
      break;
    // Products of constants stay constants, so that address arithmetic folds.
    std::optional<int64_t> known = getConstantIntValue(stride);
    std::optional<int64_t> size = getConstantIntValue(sizes[axis]);
    if (known && size)
      stride = inside.getIndexAttr(*known * *size);
    else if (known == 1)
      stride = sizes[axis];
    else
      stride =
          arith::MulIOp::create(
              inside, location,
              getValueOrCreateConstantIndexOp(inside, location, stride),
              getValueOrCreateConstantIndexOp(inside, location, sizes[axis]))
              .getResult();
  }
  Value view =
      memref::ReinterpretCastOp::create(inside, location, parts.getBaseBuffer(),
                                        inside.getIndexAttr(0), sizes, strides);
  // The rebuilt type may be less static than the buffer's.
  return view.getType() == type
             ? view
             : memref::CastOp::create(inside, location, type, view).getResult();
}

void GPUPassPlainBuffersPass::runOnOperation() {
  getOperation()->walk([](gpu::LaunchOp launch) {
    // What the launch captures becomes parameters when it is outlined. With the
    // buffer replaced inside, only its base pointer and sizes are captured.
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(launch.getBody(), captured);
    for (Value value : captured) {
      auto type = dyn_cast<MemRefType>(value.getType());
      if (!type || !isCompact(type))
        continue;
      Value rebuilt = rebuild(value, launch);
      value.replaceUsesWithIf(rebuilt, [&](OpOperand &use) {
        return launch.getBody().isAncestor(use.getOwner()->getParentRegion());
      });
    }
  });
}

} // namespace mlir::relax
