// Rewrites programs that have ops which patterns are for.
//
// Upstream's greedy rewrite takes all ops of a scope into its list, tries to
// fold each of them, and simplifies regions at the end. In a long model this is
// all that a pass takes whose patterns match nothing.
#include "Relax/Support/RootPatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::relax {

LogicalResult applyPatternsIfPresent(Operation *scope,
                                     RewritePatternSet &&patterns) {
  llvm::DenseSet<OperationName> kinds;
  bool beginsAnywhere = false;
  for (const std::unique_ptr<RewritePattern> &pattern :
       patterns.getNativePatterns()) {
    std::optional<OperationName> kind = pattern->getRootKind();
    if (kind)
      kinds.insert(*kind);
    beginsAnywhere |= !kind;
  }
  WalkResult search = scope->walk([&](Operation *op) {
    return beginsAnywhere || kinds.contains(op->getName())
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!search.wasInterrupted())
    return success();
  return applyPatternsGreedily(scope, std::move(patterns));
}

} // namespace mlir::relax
