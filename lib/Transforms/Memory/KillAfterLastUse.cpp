// Ends each tensor and storage right after its last use.
#include "Relax/Transforms/Memory/Passes.h"

#include "ExplicitMemory.h"
#include "Relax/Analysis/LastUse.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {
#define GEN_PASS_DEF_KILLAFTERLASTUSEPASS
#include "Relax/Transforms/Memory/Passes.h.inc"

/// Ends the value of `death` after the ops that were put there before.
static Operation *endLife(const Death &death, Operation *after) {
  OpBuilder builder(after->getContext());
  builder.setInsertionPointAfter(after);
  Location location = death.last->getLoc();
  if (isa<TensorType>(death.value.getType()))
    return MemoryKillTensorOp::create(builder, location, death.value);
  // What a function gave may be any object.
  if (!death.value.getDefiningOp<MemoryAllocStorageOp>())
    return VMKillObjectOp::create(builder, location, death.value);
  return MemoryKillStorageOp::create(builder, location, death.value);
}

namespace {
struct KillAfterLastUsePass
    : impl::KillAfterLastUsePassBase<KillAfterLastUsePass> {
  void runOnOperation() override {
    ArrayRef<Death> deaths = getAnalysis<LastUse>().deaths();
    if (deaths.empty())
      return markAllAnalysesPreserved();
    if (failed(checkAllowsEffects(getOperation())))
      return signalPassFailure();
    // Tensors first, each after the last one, then the storages under them.
    DenseMap<Operation *, Operation *> end;
    for (bool tensors : {true, false})
      for (const Death &death : deaths)
        if (isa<TensorType>(death.value.getType()) == tensors &&
            !death.last->getParentOfType<DataflowOp>()) {
          Operation *&last = end[death.last];
          last = endLife(death, last ? last : death.last);
        }
  }
};
} // namespace

} // namespace mlir::relax
