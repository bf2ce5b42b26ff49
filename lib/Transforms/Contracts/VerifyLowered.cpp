// Checks that nothing is left which code generation cannot handle.
#include "Relax/Transforms/Contracts/Passes.h"
#include "Violations.h"

#include "Relax/Analysis/LaterPass.h"
#include "Relax/Analysis/LoweringObstacle.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::relax {
#define GEN_PASS_DEF_VERIFYLOWEREDPASS
#include "Relax/Transforms/Contracts/Passes.h.inc"

namespace {
struct VerifyLoweredPass : impl::VerifyLoweredPassBase<VerifyLoweredPass> {
  using VerifyLoweredPassBase::VerifyLoweredPassBase;

  void runOnOperation() override;
};
} // namespace

/// The pass that lowers ops of a dialect. The pass of each dialect is named, as
/// what is left usually means that a pass was not run or left the op for a
/// reason.
static StringRef getLoweringPass(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "relax") {
    StringRef later = getLaterPass(op);
    return later.empty() ? "relax-legalize-ops" : later;
  }
  return llvm::StringSwitch<StringRef>(dialect)
      .Case("tir", "convert-tir-to-scf")
      .Case("relax_rt", "convert-relax-rt-to-llvm")
      .Case("scf", "convert-scf-to-cf")
      .Case("cf", "convert-cf-to-llvm")
      .Case("func", "convert-func-to-llvm")
      .Case("memref", "finalize-memref-to-llvm")
      .Case("vector", "convert-vector-to-llvm")
      .Case("math", "convert-math-to-llvm")
      .Case("arith", "convert-arith-to-llvm")
      .Case("index", "convert-index-to-llvm")
      .Case("builtin", "reconcile-unrealized-casts")
      .Default("");
}

void VerifyLoweredPass::runOnOperation() {
  Violations violations(getArgument());
  getOperation().walk([&](Operation *op) {
    // A binary is data with the device's code.
    if (isa<ModuleOp, gpu::BinaryOp>(op) ||
        isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
      return;
    // VerifyLoweredPass R1: nothing is left.
    RuleError error = violations.report(op, 1,
                                        "is left, expected the 'llvm' dialect "
                                        "only, from which code is generated; ");
    StringRef pass = getLoweringPass(op);
    if (pass.empty())
      error << "no pass of this pipeline lowers it";
    else
      error << "'" << pass
            << "' should have lowered it: " << getLoweringObstacle(op);
  });
  if (violations.any())
    signalPassFailure();
  markAllAnalysesPreserved();
}

} // namespace mlir::relax
