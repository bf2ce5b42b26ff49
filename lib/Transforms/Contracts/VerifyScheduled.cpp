// Checks that scheduled tensor programs are loops and nothing else.
#include "Relax/Transforms/Contracts/Passes.h"

#include "Relax/Dialect/TIR/IR/TIR.h"

namespace mlir::relax {
#define GEN_PASS_DEF_VERIFYSCHEDULEDPASS
#include "Relax/Transforms/Contracts/Passes.h.inc"

namespace {
struct VerifyScheduledPass
    : impl::VerifyScheduledPassBase<VerifyScheduledPass> {
  void runOnOperation() override;
};
} // namespace

void VerifyScheduledPass::runOnOperation() {
  tir::FuncOp func = getOperation();
  markAllAnalysesPreserved();
  if (func.isExternal())
    return;
  if (!func.isScheduled()) {
    func.emitRemark("is not scheduled: it runs as it is, loop by loop");
    return;
  }
  func.walk([&](tir::BlockOp block) {
    (block.emitOpError("is left in a function that is marked as scheduled")
         .attachNote(func.getLoc())
     << "function @" << func.getSymName()
     << " is here; drop 'tir.is_scheduled' to schedule it");
    signalPassFailure();
  });
}

} // namespace mlir::relax
