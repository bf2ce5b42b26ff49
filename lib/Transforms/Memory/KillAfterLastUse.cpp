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
static Operation *createKill(const Kill &kill, Operation *after) {
  OpBuilder builder(after->getContext());
  builder.setInsertionPointAfter(after);
  Location location = kill.last->getLoc();
  if (isa<TensorType>(kill.value.getType()))
    return MemoryKillTensorOp::create(builder, location, kill.value);
  // What a function gave may be any object.
  if (!kill.value.getDefiningOp<MemoryAllocStorageOp>())
    return VMKillObjectOp::create(builder, location, kill.value);
  return MemoryKillStorageOp::create(builder, location, kill.value);
}

namespace {
struct KillAfterLastUsePass
    : impl::KillAfterLastUsePassBase<KillAfterLastUsePass> {
  void runOnOperation() override {
    ArrayRef<Kill> kills = getAnalysis<LastUse>().kills();
    if (kills.empty())
      return markAllAnalysesPreserved();
    if (failed(checkAllowsEffects(getOperation())))
      return signalPassFailure();
    // Tensors first, each after the last one, then the storages under them.
    DenseMap<Operation *, Operation *> end;
    for (bool tensors : {true, false})
      for (const Kill &kill : kills)
        if (isa<TensorType>(kill.value.getType()) == tensors &&
            !kill.last->getParentOfType<DataflowOp>()) {
          Operation *&last = end[kill.last];
          last = createKill(kill, last ? last : kill.last);
        }
  }
};
} // namespace

} // namespace mlir::relax
