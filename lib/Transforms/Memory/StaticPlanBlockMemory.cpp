// Lets tensors that do not live at the same time share storage.
//
// Deciding is done in `StorageReuse`, which has unit tests of its own; here a
// plan is only carried out.
#include "Relax/Transforms/Memory/Passes.h"

#include "ExplicitMemory.h"
#include "Relax/Analysis/StorageReuse.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {
#define GEN_PASS_DEF_STATICPLANBLOCKMEMORYPASS
#include "Relax/Transforms/Memory/Passes.h.inc"

/// The storage stands in front of the first op that needs it. All tensors in it
/// are in that block or below, so it dominates them (apache/tvm#17348: a branch
/// that allocates).
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

/// Values of sizes are planned by: one that is none may not pass for absent.
static LogicalResult verifyBounds(FuncOp func, StringRef name) {
  Attribute given = func->getAttr(name);
  auto bounds = dyn_cast_if_present<DictionaryAttr>(given);
  if (given && !bounds)
    return func.emitOpError("expects '")
           << name
           << "' to be a dictionary of positive integers by symbol, but found "
           << given;
  for (NamedAttribute bound :
       bounds ? bounds.getValue() : ArrayRef<NamedAttribute>()) {
    auto value = dyn_cast<IntegerAttr>(bound.getValue());
    if (!value || !value.getValue().isStrictlyPositive() ||
        !value.getValue().isSignedIntN(64))
      return func.emitOpError("expects the value of '")
             << bound.getName().getValue() << "' in '" << name
             << "' to be a positive integer, but found " << bound.getValue();
  }
  return success();
}

namespace {
struct StaticPlanBlockMemoryPass
    : impl::StaticPlanBlockMemoryPassBase<StaticPlanBlockMemoryPass> {
  using Base::Base;

  void runOnOperation() override {
    if (upperBounds &&
        (failed(verifyBounds(getOperation(), "tir_var_upper_bound")) ||
         failed(verifyBounds(getOperation(), "tir_var_lower_bound"))))
      return signalPassFailure();
    StorageReuse reuse(getOperation(), upperBounds);
    if (upperBounds)
      getOperation()->removeAttr("relax.memory_plan_dynamic_func_output");
    if (reuse.storages().empty())
      return;
    if (failed(checkAllowsEffects(getOperation())))
      return signalPassFailure();
    for (const PlannedStorage &plan : reuse.storages())
      for (const PlacedTensor &placed : plan.tensors)
        // All are asked before the first is changed, so that a failure leaves
        // the function whole.
        if (failed(checkMayGetEffects(placed.tensor)))
          return signalPassFailure();
    for (const PlannedStorage &plan : reuse.storages())
      makeStorage(plan);
    // Erasing waits until all storages are made, because `plan.first` of a
    // later one may be an op that an earlier one replaced.
    for (const PlannedStorage &plan : reuse.storages())
      for (const PlacedTensor &placed : plan.tensors)
        // Only now: a storage is made in front of its first tensor, and that
        // may be a tensor which another plan has replaced already.
        BuiltinAllocTensorOp(placed.tensor)->erase();
  }
};
} // namespace

} // namespace mlir::relax
