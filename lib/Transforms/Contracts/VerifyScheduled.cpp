// Checks that scheduled tensor programs are loops and nothing else.
#include "Relax/Transforms/Contracts/Passes.h"
#include "Violations.h"

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

static void check(tir::FuncOp func, Violations &violations) {
  if (func.isExternal())
    return;
  if (!func.isScheduled()) {
    func.emitRemark("is not scheduled: it runs as it is, loop by loop");
    return;
  }
  func.walk([&](tir::BlockOp block) {
    // VerifyScheduledPass R1: loops and nothing else.
    violations
            .report(block, 1,
                    "is left in a function that is marked as scheduled")
            .attachNote(func.getLoc())
        << "function @" << func.getSymName()
        << " is here; drop 'tir.is_scheduled' to schedule it";
  });
}

void VerifyScheduledPass::runOnOperation() {
  Violations violations(getArgument());
  getOperation().walk([&](tir::FuncOp func) { check(func, violations); });
  if (violations.any())
    signalPassFailure();
  markAllAnalysesPreserved();
}

} // namespace mlir::relax
