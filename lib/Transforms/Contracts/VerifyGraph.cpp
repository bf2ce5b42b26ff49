// Checks that functions of the graph level hold values only.
#include "Relax/Transforms/Contracts/Passes.h"

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

void VerifyGraphPass::runOnOperation() {
  getOperation().walk([&](Operation *op) {
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
