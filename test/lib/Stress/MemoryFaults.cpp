// Faults in explicit memory: deallocation, sizes, places, sharing.
#include "FaultSeeding.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"

namespace mlir::relax {

/// A deallocation comes before the last use.
template <typename OpT>
static bool earlyKill(ModuleOp module, Decisions &decisions) {
  return seedInOne<OpT>(module, decisions, [](OpT kill) {
    Operation *maker = kill->getOperand(0).getDefiningOp();
    if (!maker || maker->getBlock() != kill->getBlock() ||
        maker->getNextNode() == kill)
      return false;
    kill->moveAfter(maker);
    return true;
  });
}

template <typename OpT>
static bool doubleKill(ModuleOp module, Decisions &decisions) {
  return seedInOne<OpT>(module, decisions, [](OpT kill) {
    OpBuilder(kill).clone(*kill);
    return true;
  });
}

static bool killedResult(ModuleOp module, Decisions &decisions) {
  return seedInOne<ReturnOp>(module, decisions, [](ReturnOp op) {
    for (Value value : op.getOperands())
      if (value.getDefiningOp<MemoryAllocTensorOp>() ||
          value.getDefiningOp<BuiltinAllocTensorOp>()) {
        OpBuilder builder(op);
        MemoryKillTensorOp::create(builder, op.getLoc(), value);
        return true;
      }
    return false;
  });
}

static bool killedParameter(ModuleOp module, Decisions &decisions) {
  return seedInOne<ReturnOp>(module, decisions, [](ReturnOp op) {
    auto function = op->getParentOfType<FuncOp>();
    if (!function->hasAttr("relax.force_pure") && function.isPure())
      return false;
    for (Value value : function.getArguments())
      if (isa<TensorType>(value.getType())) {
        OpBuilder builder(&function.getBody().front().front());
        MemoryKillTensorOp::create(builder, op.getLoc(), value);
        return true;
      }
    return false;
  });
}

/// Two tensors get one storage.
static bool sharedStorage(ModuleOp module, Decisions &decisions) {
  return seedInOne<MemoryAllocTensorOp>(
      module, decisions, [](MemoryAllocTensorOp tensor) {
        for (auto other : tensor->getBlock()->getOps<MemoryAllocTensorOp>())
          if (other.getStorage() != tensor.getStorage() &&
              other->isBeforeInBlock(tensor) &&
              other.getTensor().getType() == tensor.getTensor().getType()) {
            tensor.getStorageMutable().assign(other.getStorage());
            return true;
          }
        return false;
      });
}

static bool smallStorage(ModuleOp module, Decisions &decisions) {
  return seedInOne<MemoryAllocStorageOp>(
      module, decisions, [](MemoryAllocStorageOp storage) {
        SymExprAttr less = storage.getSize() - 1;
        if (!less || less.getConstant().value_or(0) < 0)
          return false;
        storage.setSizeAttr(less);
        return true;
      });
}

static bool shiftedTensor(ModuleOp module, Decisions &decisions) {
  return seedInOne<MemoryAllocTensorOp>(
      module, decisions, [](MemoryAllocTensorOp tensor) {
        tensor.setOffsetAttr(tensor.getOffset() + 1);
        return true;
      });
}

/// A program writes into another tensor of the type.
static bool otherDestination(ModuleOp module, Decisions &decisions) {
  return seedInOne<CallPrimFuncOp>(module, decisions, [](CallPrimFuncOp call) {
    for (OpOperand &out : call.getOutsMutable())
      for (auto other : call->getBlock()->getOps<CallPrimFuncOp>())
        for (Value value : other.getOuts())
          if (value != out.get() && value.getType() == out.get().getType() &&
              other->isBeforeInBlock(call)) {
            out.set(value);
            return true;
          }
    return false;
  });
}

static bool droppedProgramCall(ModuleOp module, Decisions &decisions) {
  return seedInOne<CallPrimFuncOp>(module, decisions, [](CallPrimFuncOp call) {
    call->erase();
    return true;
  });
}

/// Two programs of which the second reads what the first writes change places.
static bool reorderedCalls(ModuleOp module, Decisions &decisions) {
  return seedInOne<CallPrimFuncOp>(module, decisions, [](CallPrimFuncOp call) {
    for (auto other : call->getBlock()->getOps<CallPrimFuncOp>()) {
      if (!call->isBeforeInBlock(other))
        continue;
      bool reads = llvm::any_of(other.getIns(), [&](Value value) {
        return llvm::is_contained(call.getOuts(), value);
      });
      if (!reads)
        continue;
      call->moveAfter(other);
      return true;
    }
    return false;
  });
}

/// As if nobody used what an in-place call overwrites.
static bool droppedCopy(ModuleOp module, Decisions &decisions) {
  return seedInOne<MemoryCopyOp>(module, decisions, [](MemoryCopyOp copy) {
    Value source = copy.getSource();
    copy.getTarget().replaceUsesWithIf(
        source, [&](OpOperand &use) { return use.getOwner() != copy; });
    copy->erase();
    return true;
  });
}

void addMemoryFaults(std::vector<SeededFault> &faults) {
  const SeededFault memoryFaults[] = {
      {"early-kill-tensor", "a tensor ends before its last use",
       earlyKill<MemoryKillTensorOp>},
      {"early-kill-storage", "a storage ends before its last use",
       earlyKill<MemoryKillStorageOp>},
      {"double-kill-tensor", "a tensor ends twice",
       doubleKill<MemoryKillTensorOp>},
      {"double-kill-storage", "a storage ends twice",
       doubleKill<MemoryKillStorageOp>},
      {"killed-result", "what is returned has ended", killedResult},
      {"killed-parameter", "a parameter is ended", killedParameter},
      {"shared-storage", "two tensors that live together share storage",
       sharedStorage},
      {"small-storage", "a storage lacks a byte", smallStorage},
      {"shifted-tensor", "a tensor begins a byte later", shiftedTensor},
      {"dropped-copy", "a value is overwritten that is used later",
       droppedCopy},
      {"other-destination", "a program writes into another tensor",
       otherDestination},
      {"dropped-program-call", "the call of a program is left out",
       droppedProgramCall},
      {"reordered-calls", "a program runs before the one that it reads from",
       reorderedCalls}};
  llvm::append_range(faults, memoryFaults);
}

} // namespace mlir::relax
