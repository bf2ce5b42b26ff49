// Which effects count against purity.
#include "Relax/Dialect/Relax/IR/Purity.h"

#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"

namespace mlir::relax {

/// See docs/Rationale/Purity.md, "What counts": allocating, and naming sizes,
/// are seen by nobody outside.
static bool isObservable(const MemoryEffects::EffectInstance &effect) {
  return !isa<MemoryEffects::Allocate>(effect.getEffect()) &&
         !isa<SymbolScopeResource>(effect.getResource());
}

bool hasObservableEffect(Operation *op) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    // An op without the interface is judged by what is inside of it, if it says
    // so, and else has an unknown effect.
    return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, isObservable);
}

Operation *findObservableEffect(Region &region) {
  Operation *found = nullptr;
  region.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (hasObservableEffect(op)) {
      found = op;
      return WalkResult::interrupt();
    }
    // Making a closure does nothing; calling it is an op with an effect of its
    // own.
    return isa<LambdaOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return found;
}

} // namespace mlir::relax
