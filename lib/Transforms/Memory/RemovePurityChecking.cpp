// Allows pure functions the effects of explicit memory.
#include "Relax/Transforms/Memory/Passes.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ClosureOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {
#define GEN_PASS_DEF_REMOVEPURITYCHECKINGPASS
#include "Relax/Transforms/Memory/Passes.h.inc"

/// Makes the call a plain one, without a promise.
template <typename Plain, typename Promising>
static void dropPromise(Promising call) {
  OpBuilder builder(call);
  if constexpr (std::is_same_v<Plain, CallPackedOp>) {
    auto plain =
        CallPackedOp::create(builder, call.getLoc(), call.getResultTypes(),
                             call.getCalleeAttr(), call.getArgs());
    call->replaceAllUsesWith(plain);
  } else {
    auto plain =
        InvokeClosureOp::create(builder, call.getLoc(), call.getResultTypes(),
                                call.getClosure(), call.getArgs());
    call->replaceAllUsesWith(plain);
  }
  call->erase();
}

namespace {
struct RemovePurityCheckingPass
    : impl::RemovePurityCheckingPassBase<RemovePurityCheckingPass> {
  void runOnOperation() override {
    FuncOp func = getOperation();
    if (func.isPure() && !func.isExternal() &&
        !isa<ReturnOp>(func.getBody().front().front()))
      func->setAttr("relax.force_pure", UnitAttr::get(&getContext()));
    SmallVector<Operation *> calls;
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      // Regions that promise purity themselves keep it.
      if (isa<DataflowOp, LambdaOp>(op))
        return WalkResult::skip();
      calls.push_back(op);
      return WalkResult::advance();
    });
    for (Operation *op : calls)
      TypeSwitch<Operation *>(op)
          .Case<CallPurePackedOp>(
              [](auto call) { dropPromise<CallPackedOp>(call); })
          .Case<InvokePureClosureOp>(
              [](auto call) { dropPromise<InvokeClosureOp>(call); });
  }
};
} // namespace

} // namespace mlir::relax
