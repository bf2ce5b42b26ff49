// Allows pure functions the effects of explicit memory.
#include "Relax/Transforms/Memory/Passes.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::relax {
#define GEN_PASS_DEF_REMOVEPURITYCHECKINGPASS
#include "Relax/Transforms/Memory/Passes.h.inc"

/// Makes the call a plain one, without a promise. `call_pure_packed` has no
/// effect by promise. Between explicit allocations and kills it must not move
/// any more, so it becomes a call with unknown effect.
static void dropPromise(CallPurePackedOp call) {
  OpBuilder builder(call);
  auto plain =
      CallPackedOp::create(builder, call.getLoc(), call.getResultTypes(),
                           call.getCalleeAttr(), call.getArgs());
  call->replaceAllUsesWith(plain);
  call->erase();
}

namespace {
struct RemovePurityCheckingPass
    : impl::RemovePurityCheckingPassBase<RemovePurityCheckingPass> {
  void runOnOperation() override {
    FuncOp func = getOperation();
    // A function that only returns never gets an effect. Leaving it alone keeps
    // it foldable, and a second run changes nothing.
    if (func.isPure() && !func.isExternal() &&
        !isa<ReturnOp>(func.getBody().front().front()))
      func->setAttr("relax.force_pure", UnitAttr::get(&getContext()));
    SmallVector<CallPurePackedOp> calls;
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      // Regions that promise purity themselves keep it.
      if (isa<DataflowOp, LambdaOp>(op))
        return WalkResult::skip();
      if (auto call = dyn_cast<CallPurePackedOp>(op))
        calls.push_back(call);
      return WalkResult::advance();
    });
    for (CallPurePackedOp call : calls)
      dropPromise(call);
  }
};
} // namespace

} // namespace mlir::relax
