// Modules that break exactly one rule, and whether the verifier says so.
#ifndef RELAX_TEST_STRESS_RULEBREAKER_H
#define RELAX_TEST_STRESS_RULEBREAKER_H

#include "Stress/RuleCatalogue.h"
#include "mlir/IR/MLIRContext.h"

namespace mlir::relax {

/// What became of one module with a violation.
struct BreakOutcome {
  /// Empty if all held, else what did not.
  std::string problem;
  /// The violation, without what is around it.
  std::string violation;
  /// A hash of the whole module as text.
  uint64_t hash = 0;
};

/// Makes a legal module, puts a violation of the rule `id` at one of its
/// places, and asks the verifier. It has to report one error, which ends with
/// the id, at the op that breaks the rule; and no other rule's with this one
/// switched off, so that exactly this one is broken.
BreakOutcome breakRule(StringRef id, const Violation &violation,
                       Decisions &decisions, MLIRContext *context);

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_RULEBREAKER_H
