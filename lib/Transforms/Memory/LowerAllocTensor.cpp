// Gives each tensor that is not planned its own storage.
#include "Relax/Transforms/Memory/Passes.h"

#include "ExplicitMemory.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {
#define GEN_PASS_DEF_LOWERALLOCTENSORPASS
#include "Relax/Transforms/Memory/Passes.h.inc"

static LogicalResult lowerAlloc(BuiltinAllocTensorOp op) {
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  SymExprAttr bytes = getByteSize(type);
  if (!bytes || (type.hasStaticShape() && !bytes.getConstant()))
    return op.emitOpError("has a size that 64 bits do not hold, found ")
           << type;
  OpBuilder builder(op);
  Value storage = MemoryAllocStorageOp::create(builder, op.getLoc(), bytes,
                                               /*virtual_device_index=*/0,
                                               op.getStorageScope());
  Value tensor =
      MemoryAllocTensorOp::create(builder, op.getLoc(), type, storage,
                                  SymExprAttr::constant(op.getContext(), 0));
  op.getTensor().replaceAllUsesWith(tensor);
  op.erase();
  return success();
}

namespace {
struct LowerAllocTensorPass
    : impl::LowerAllocTensorPassBase<LowerAllocTensorPass> {
  void runOnOperation() override {
    SmallVector<BuiltinAllocTensorOp> allocs;
    getOperation().walk([&](BuiltinAllocTensorOp op) { allocs.push_back(op); });
    if (allocs.empty())
      return markAllAnalysesPreserved();
    if (failed(checkAllowsEffects(getOperation())))
      return signalPassFailure();
    bool lowered = true;
    for (BuiltinAllocTensorOp op : allocs)
      lowered &= succeeded(lowerAlloc(op));
    if (!lowered)
      signalPassFailure();
  }
};
} // namespace

} // namespace mlir::relax
