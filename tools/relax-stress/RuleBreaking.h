// Breaks the rules of the verifiers, many times each.
#ifndef RELAX_TOOLS_RELAXSTRESS_RULEBREAKING_H
#define RELAX_TOOLS_RELAXSTRESS_RULEBREAKING_H

#include "mlir/IR/DialectRegistry.h"
#include <string>

/// What `--break` is asked to do.
struct RuleBreaking {
  /// `all`, or how the ids of the rules begin.
  std::string rules;
  /// The folder of the templates.
  std::string catalogue;
  /// The page that lists all rules.
  std::string page;
  /// Where what was found goes.
  std::string findings;
  uint64_t seed;
  uint64_t modules;
};

/// Makes so many modules for each rule. Prints a line a rule and the sums;
/// 1 if anything is found, 2 if something cannot be read.
int breakRules(const mlir::DialectRegistry &registry,
               const RuleBreaking &options);

#endif // RELAX_TOOLS_RELAXSTRESS_RULEBREAKING_H
