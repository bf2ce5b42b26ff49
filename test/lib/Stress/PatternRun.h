// Rewrite patterns in random orders, and whether they say what they did.
#ifndef RELAX_TEST_STRESS_PATTERNRUN_H
#define RELAX_TEST_STRESS_PATTERNRUN_H

#include "Stress/Decisions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include <string>

namespace mlir::relax {

/// The canonicalization patterns of all loaded dialects and their ops.
void addCanonicalizationPatterns(RewritePatternSet &patterns);

/// What applying patterns found.
struct PatternFault {
  /// The pattern, or the op whose fold it was; empty if nothing was found.
  std::string pattern;
  /// What is wrong.
  std::string message;
};

/// Applies `patterns` and folds to the ops of `module`, in the order that
/// `decisions` makes, until none does anything. Each has to succeed if and only
/// if it changes something; upstream checks this in builds that nobody ships.
PatternFault applyPatternsShuffled(ModuleOp module,
                                   const FrozenRewritePatternSet &patterns,
                                   Decisions &decisions);

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_PATTERNRUN_H
