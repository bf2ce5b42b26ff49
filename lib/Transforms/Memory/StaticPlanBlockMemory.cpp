// Lets tensors that do not live at the same time share storage.
#include "Relax/Transforms/Memory/Passes.h"

#include "ExplicitMemory.h"
#include "Relax/Analysis/StorageReuse.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {
#define GEN_PASS_DEF_STATICPLANBLOCKMEMORYPASS
#include "Relax/Transforms/Memory/Passes.h.inc"

static void makeStorage(const PlannedStorage &plan) {
  OpBuilder builder(plan.first);
  Value storage = MemoryAllocStorageOp::create(
      builder, plan.first->getLoc(), plan.size, /*virtual_device_index=*/0,
      plan.scope.getValue(), plan.device);
  for (const PlacedTensor &placed : plan.tensors) {
    builder.setInsertionPoint(placed.tensor);
    BuiltinAllocTensorOp op = placed.tensor;
    Value tensor = MemoryAllocTensorOp::create(
        builder, op.getLoc(), op.getTensor().getType(), storage, placed.offset);
    op.getTensor().replaceAllUsesWith(tensor);
    // The plan of a later storage may name this op as the place.
    assert(op->use_empty());
  }
}

namespace {
struct StaticPlanBlockMemoryPass
    : impl::StaticPlanBlockMemoryPassBase<StaticPlanBlockMemoryPass> {
  void runOnOperation() override {
    StorageReuse &reuse = getAnalysis<StorageReuse>();
    if (reuse.storages().empty())
      return markAllAnalysesPreserved();
    if (failed(checkAllowsEffects(getOperation())))
      return signalPassFailure();
    for (const PlannedStorage &plan : reuse.storages())
      for (const PlacedTensor &placed : plan.tensors)
        if (failed(checkMayGetEffects(placed.tensor)))
          return signalPassFailure();
    for (const PlannedStorage &plan : reuse.storages())
      makeStorage(plan);
    for (const PlannedStorage &plan : reuse.storages())
      for (const PlacedTensor &placed : plan.tensors)
        BuiltinAllocTensorOp(placed.tensor)->erase();
  }
};
} // namespace

} // namespace mlir::relax
