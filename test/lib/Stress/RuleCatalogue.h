// A catalogue of violations: texts that break one rule of a verifier each.
#ifndef RELAX_TEST_STRESS_RULECATALOGUE_H
#define RELAX_TEST_STRESS_RULECATALOGUE_H

#include "Stress/Decisions.h"
#include "mlir/Support/LLVM.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mlir::relax {

/// A text that breaks one rule, with placeholders for what may vary.
struct RuleTemplate {
  /// The file and the line that it is written at.
  std::string origin;
  /// The rule's id, which may have a placeholder: `relax.${op} R1`.
  std::string rule;
  /// The values of each placeholder. Others stand for fresh names.
  std::vector<std::pair<std::string, std::vector<std::string>>> choices;
  /// Rules of other ops that a violation breaks as well, being weaker.
  std::vector<std::string> also;
  /// Whether nothing may be verified with the rule switched off, since other
  /// rules are only asked where it holds.
  bool isGuard = false;
  /// Whether the place of the violation stays: no other ops in its function,
  /// no other order of its parameters.
  bool isFixed = false;
  /// The passes that the module around the violation goes through first; or
  /// "nothing", if there is to be none.
  std::string around;
  std::string text;
  /// The line of `text` with the op that breaks the rule, from 1 on.
  unsigned brokenLine = 0;
};

/// One template for one rule.
struct Violation {
  std::shared_ptr<const RuleTemplate> source;
  /// The placeholder that the rule's id gives a value; may be empty.
  std::pair<std::string, std::string> fixed;

  /// The text with values and names that `decisions` pick.
  std::string instantiate(Decisions &decisions) const;
};

/// The violations of each rule, by its id.
using RuleCatalogue = std::map<std::string, std::vector<Violation>>;

/// Reads all `.mlir` files of `folder`. Templates are apart by `// -----` and
/// begin with lines `// key: values`:
///
/// ```mlir
/// // rule: relax.${op} R2
/// // op: add multiply
/// // a: 2 3 4
/// relax.func @${f}(%x: tensor<${a}xf32>, %y: tensor<7xf32>) {
///   %0 = relax.${op} %x, %y : ... // here
/// ```
LogicalResult readRuleCatalogue(StringRef folder, RuleCatalogue &catalogue,
                                std::string &error);

/// The ids of the rules that the page `docs/Rules.md` lists, each group those
/// of one rule. Left out is what MLIR's own words or `TYPE-n` report.
LogicalResult readRuleIds(StringRef path,
                          std::vector<std::vector<std::string>> &rules,
                          std::string &error);

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_RULECATALOGUE_H
