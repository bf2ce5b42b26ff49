// Ends each tensor and storage right after its last use.
//
// TVM's pass puts kills at the last use by the binding order, inside of
// dataflow blocks as well (apache/tvm#17340). The analysis knows aliases and
// nested regions.
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
  // What a function gave may be any object. An object of the virtual machine
  // may be a closure or a tuple that refers to others; ending it drops one
  // reference.
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
    // Tensors first, each after the last one, then the storages under them. A
    // storage is freed after the tensors in it, or those would be killed in
    // memory that is gone. All kills behind one op form a chain in the order of
    // the analysis.
    DenseMap<Operation *, Operation *> end;
    for (bool tensors : {true, false})
      for (const Kill &kill : kills)
        // A last use within a region has to be ended outside of it
        // (`kill_tensor` R1), which relax-to-non-dataflow makes possible.
        if (isa<TensorType>(kill.value.getType()) == tensors &&
            !kill.last->getParentOfType<DataflowOp>()) {
          Operation *&last = end[kill.last];
          last = createKill(kill, last ? last : kill.last);
        }
  }
};
} // namespace

} // namespace mlir::relax
