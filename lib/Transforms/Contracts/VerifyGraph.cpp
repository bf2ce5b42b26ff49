// Checks that the graph level holds values only.
#include "Relax/Transforms/Contracts/Passes.h"
#include "Violations.h"

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

/// Whether the op allocates or ends a tensor: memory is explicit then. By
/// effects and not by a list of ops, so that ops of other dialects count as
/// well.
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

/// Whether the op is a part of the graph: memory of tensor programs and of
/// other functions is theirs. A `tir.func` has local buffers from the start;
/// its memory is no part of the graph.
static bool isInGraph(Operation *op) {
  return isa_and_nonnull<RelaxDialect>(op->getDialect()) ||
         op->getParentOfType<FuncOp>();
}

void VerifyGraphPass::runOnOperation() {
  Violations violations(getArgument());
  getOperation().walk([&](Operation *op) {
    // VerifyGraphPass R1: values, no memory.
    if (managesMemory(op) && isInGraph(op))
      violations.report(
          op, 1,
          "manages memory, expected values only in functions of the graph "
          "level; memory becomes explicit in 'relax-call-tir-rewrite', and "
          "'relax-compile --start-at=memory' takes a module that has it");
  });
  if (violations.any())
    signalPassFailure();
  markAllAnalysesPreserved();
}

} // namespace mlir::relax
