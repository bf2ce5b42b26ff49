// Checks that each operator is lowered or belongs to a later pass.
#include "Relax/Transforms/Contracts/Passes.h"
#include "Violations.h"

#include "Relax/Analysis/LaterPass.h"
#include "Relax/Analysis/LoweringObstacle.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"

namespace mlir::relax {
#define GEN_PASS_DEF_VERIFYLEGALPASS
#include "Relax/Transforms/Contracts/Passes.h.inc"

namespace {
struct VerifyLegalPass : impl::VerifyLegalPassBase<VerifyLegalPass> {
  using VerifyLegalPassBase::VerifyLegalPassBase;

  void runOnOperation() override {
    Violations violations(getArgument());
    getOperation().walk([&](Operation *op) {
      if (!isa_and_nonnull<RelaxDialect>(op->getDialect()) ||
          !getLaterPass(op).empty())
        return;
      // VerifyLegalPass R1: lowered, or a later pass's.
      violations.report(op, 1,
                        "is an operator that no later pass lowers; lower it "
                        "with 'relax-legalize-ops': ")
          << getLoweringObstacle(op);
    });
    if (violations.any())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace mlir::relax
