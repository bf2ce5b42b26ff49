// Put the bodies of private functions where they are called.
#include "InlineCall.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/Purity.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_INLINEPRIVATEFUNCTIONSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

namespace {
struct InlinePrivateFunctionsPass
    : impl::InlinePrivateFunctionsPassBase<InlinePrivateFunctionsPass> {
  using Base::Base;

  void runOnOperation() override;

private:
  void visit(FuncOp func, SymbolTable &symbols);

  /// Functions that were visited, and those that are being visited. Depth-first
  /// over calls: a callee is complete before it is copied, and so each body is
  /// inlined once and not once per level.
  llvm::SetVector<Operation *> done, active;
};
} // namespace

/// Whether a value is ended, or a part or another view of it.
static bool isEnded(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<MemoryKillTensorOp>(user) ||
           (isa<MemoryViewOp, MemoryEnsureZeroOffsetOp, TupleGetItemOp>(user) &&
            isEnded(user->getResult(0)));
  });
}

/// Why the call stays a call; empty where it can go.
static StringRef getObstacle(CallOp call, FuncOp callee) {
  // A primitive function becomes one tensor program in relax-fuse-tir.
  if (callee->hasAttr("relax.primitive"))
    return "it is one kernel";
  // `force_pure` on the callee says that its effects cancel out over the whole
  // body. A caller that is still checked op by op would be rejected by R4.
  bool isForced = callee->hasAttr("relax.force_pure");
  // A call gives tensors of their own, which may be ended one by one. In the
  // body one value may be several results, or another's.
  if (llvm::any_of(call.getResults(), isEnded))
    return "what it gives is ended behind the call";
  auto caller = call->getParentOfType<FuncOp>();
  if (isForced && caller.isPure() && !caller->hasAttr("relax.force_pure"))
    return "it is pure by 'relax.force_pure' only";
  if (!call->getParentOfType<DataflowOp>())
    return "";
  // Nothing in a dataflow region may branch or hold a region of its kind (R3).
  WalkResult result = callee.walk([](Operation *op) {
    return isa<IfOp, DataflowOp>(op) ? WalkResult::interrupt()
                                     : WalkResult::advance();
  });
  return result.wasInterrupted() ? "it has regions, which a 'relax.dataflow' "
                                   "region does not allow"
                                 : "";
}

void InlinePrivateFunctionsPass::visit(FuncOp func, SymbolTable &symbols) {
  if (!done.insert(func))
    return;
  active.insert(func);
  SmallVector<CallOp> calls;
  func.walk([&](CallOp call) { calls.push_back(call); });
  std::optional<TakenNames> taken;
  for (CallOp call : calls) {
    auto callee = symbols.lookup<FuncOp>(call.getCallee());
    if (!callee || !callee.isPrivate())
      continue;
    visit(callee, symbols);
    // `active` has the functions on the path from the root of the visit:
    // meeting one means a cycle, direct or through others.
    if (active.contains(callee)) {
      call.emitRemark("stays: @") << call.getCallee() << " calls itself";
      continue;
    }
    if (StringRef obstacle = getObstacle(call, callee); !obstacle.empty()) {
      call.emitRemark("stays: @")
          << call.getCallee() << " cannot be inlined, " << obstacle;
      continue;
    }
    if (!taken)
      taken.emplace(func);
    inlineCall(call, callee, *taken);
  }
  active.remove(func);
}

/// Erases the private functions that nobody uses, and those that only these
/// used. A count of uses goes down as functions go. Asking `getSymbolUses` for
/// each function again would walk the module per function.
static void eraseUnused(ModuleOp module, ArrayRef<FuncOp> funcs) {
  DenseMap<StringAttr, unsigned> numUses;
  DenseMap<Operation *, SmallVector<StringAttr>> usedBy;
  auto uses = SymbolTable::getSymbolUses(&module.getBodyRegion());
  if (!uses)
    return;
  for (const SymbolTable::SymbolUse &use : *uses) {
    StringAttr name = use.getSymbolRef().getRootReference();
    ++numUses[name];
    usedBy[module.getBody()->findAncestorOpInBlock(*use.getUser())].push_back(
        name);
  }
  DenseMap<StringAttr, FuncOp> unseen;
  SmallVector<FuncOp> unused;
  for (FuncOp func : funcs) {
    if (!func.isPrivate())
      continue;
    if (numUses.lookup(func.getSymNameAttr()) == 0)
      unused.push_back(func);
    else
      unseen[func.getSymNameAttr()] = func;
  }
  while (!unused.empty()) {
    FuncOp func = unused.pop_back_val();
    for (StringAttr name : usedBy.lookup(func))
      if (--numUses[name] == 0)
        if (FuncOp other = unseen.lookup(name))
          unused.push_back(other);
    func.erase();
  }
}

void InlinePrivateFunctionsPass::runOnOperation() {
  done.clear();
  active.clear();
  SymbolTable symbols(getOperation());
  SmallVector<FuncOp> funcs(getOperation().getOps<FuncOp>());
  if (llvm::none_of(funcs, [](FuncOp func) { return func.isPrivate(); }))
    return markAllAnalysesPreserved();
  for (FuncOp func : funcs)
    visit(func, symbols);
  eraseUnused(getOperation(), funcs);
}

} // namespace mlir::relax
