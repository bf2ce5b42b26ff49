// Rewrites programs that have ops which patterns are for.
#ifndef RELAX_SUPPORT_ROOTPATTERNS_H
#define RELAX_SUPPORT_ROOTPATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::relax {

/// Upstream's greedy rewrite of `scope`, where it has an op that one of the
/// patterns begins at. Nothing is done where it has none.
LogicalResult applyPatternsIfPresent(Operation *scope,
                                     RewritePatternSet &&patterns);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_ROOTPATTERNS_H
