// Checks that functions of the graph level hold values only.
#include "Relax/Transforms/Contracts/Passes.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::relax {
#define GEN_PASS_DEF_VERIFYGRAPHPASS
#include "Relax/Transforms/Contracts/Passes.h.inc"

namespace {
struct VerifyGraphPass : impl::VerifyGraphPassBase<VerifyGraphPass> {
  void runOnOperation() override;
};
} // namespace

/// Whether the op allocates or ends a tensor: memory is explicit then.
static bool managesMemory(Operation *op) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, [](const MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Allocate, MemoryEffects::Free>(
        effect.getEffect());
  });
}

/// Reports uses of what an in-place call has overwritten. No pass of ours makes
/// any, but upstream's `cse` takes two equal values for one.
template <typename CallT>
static LogicalResult checkOverwritten(CallT call) {
  for (auto [result, index] : llvm::enumerate(call.getInplaceIndices())) {
    if (index < 0)
      continue;
    for (Operation *user : call.getArgs()[index].getUsers()) {
      Operation *here = call->getBlock()->findAncestorOpInBlock(*user);
      if (!here || !call->isBeforeInBlock(here))
        continue;
      return (call.emitOpError("overwrites argument #")
              << index << ", which is used afterwards; use result #" << result
              << ", or call with a copy")
                 .attachNote(user->getLoc())
             << "it is used here";
    }
  }
  return success();
}

void VerifyGraphPass::runOnOperation() {
  getOperation().walk([&](Operation *op) {
    if (auto call = dyn_cast<CallTIRInplaceOp>(op);
        call && failed(checkOverwritten(call)))
      signalPassFailure();
    if (auto call = dyn_cast<CallInplacePackedOp>(op);
        call && failed(checkOverwritten(call)))
      signalPassFailure();
    if (managesMemory(op)) {
      op->emitOpError("manages memory, but functions of the graph level hold "
                      "values only; memory becomes explicit in "
                      "'relax-call-tir-rewrite'");
      signalPassFailure();
    }
  });
  markAllAnalysesPreserved();
}

} // namespace mlir::relax
