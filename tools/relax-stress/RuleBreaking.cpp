// Breaks the rules of the verifiers, many times each.
#include "RuleBreaking.h"

#include "Stress/ModuleGenerator.h"
#include "Stress/RuleBreaker.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <set>

using namespace mlir::relax;
using llvm::StringRef;

namespace {
/// What was found for one id, or in all.
struct BreakCount {
  uint64_t modules = 0;
  uint64_t missed = 0;
  std::set<uint64_t> texts;
  std::set<uint64_t> violations;
};
} // namespace

/// Writes a violation that was not reported as it should be.
static void reportMiss(StringRef id, uint64_t seed, const BreakOutcome &outcome,
                       const RuleBreaking &options) {
  std::string name = llvm::join(llvm::split(id, ' '), "-");
  llvm::SmallString<128> path(options.findings);
  llvm::sys::fs::create_directories(path);
  llvm::sys::path::append(path, name + "-" + llvm::utostr(seed) + ".mlir");
  std::string message;
  if (auto file = mlir::openOutputFile(path, &message)) {
    file->os() << "// " << id << ": " << outcome.problem << "\n"
               << outcome.violation;
    file->keep();
  }
  llvm::outs() << id << ": " << StringRef(outcome.problem).split('\n').first
               << "\n  " << path << "\n";
}

namespace {
/// A context that is made anew after some modules, so that what is kept of them
/// goes away.
/// Types and attributes live as long as their context; a million modules would
/// fill the memory.
class FreshContext {
public:
  explicit FreshContext(const mlir::DialectRegistry &registry)
      : registry(registry) {}

  mlir::MLIRContext *get() {
    if (count++ % 1000 == 0)
      context = std::make_unique<mlir::MLIRContext>(
          registry, mlir::MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
    return context.get();
  }

private:
  const mlir::DialectRegistry &registry;
  std::unique_ptr<mlir::MLIRContext> context;
  uint64_t count = 0;
};
} // namespace

/// So many modules that break the rule `id`, at least one of each template.
static BreakCount breakOne(FreshContext &context, StringRef id,
                           llvm::ArrayRef<Violation> violations,
                           const RuleBreaking &options) {
  BreakCount count;
  uint64_t wanted = std::max<uint64_t>(options.modules, violations.size());
  for (; count.modules < wanted; ++count.modules) {
    uint64_t seed = options.seed + count.modules;
    // Two rules with one seed are to differ.
    Decisions decisions(seed ^ llvm::xxh3_64bits(id));
    // Each template comes, even in few modules.
    const Violation &violation = violations[seed % violations.size()];
    BreakOutcome outcome = breakRule(id, violation, decisions, context.get());
    // Many seeds can give the same text; without this count a catalogue of few
    // templates would look like many tests.
    count.texts.insert(outcome.hash);
    count.violations.insert(llvm::xxh3_64bits(outcome.violation));
    if (outcome.problem.empty())
      continue;
    // Three are enough to see what is wrong; a rule that is not checked misses
    // all.
    if (++count.missed <= 3)
      reportMiss(id, seed, outcome, options);
  }
  return count;
}

/// How many rules have a violation of each op that they hold for, of one.
static void printCoverage(llvm::ArrayRef<std::vector<std::string>> rules,
                          const RuleCatalogue &catalogue) {
  unsigned numRules = 0, numIds = 0, numAllIds = 0;
  for (const std::vector<std::string> &ids : rules) {
    unsigned covered = llvm::count_if(
        ids, [&](const std::string &id) { return catalogue.count(id); });
    numRules += covered != 0;
    numIds += covered;
    numAllIds += ids.size();
    for (const std::string &id : ids)
      if (!catalogue.count(id))
        llvm::outs() << id << ": no violation in the catalogue\n";
  }
  llvm::outs() << numRules << " of " << rules.size() << " rules covered, "
               << numIds << " of " << numAllIds << " ids\n";
}

int breakRules(const mlir::DialectRegistry &registry,
               const RuleBreaking &options) {
  RuleCatalogue catalogue;
  std::vector<std::vector<std::string>> rules;
  std::string error;
  if (failed(readRuleCatalogue(options.catalogue, catalogue, error)) ||
      failed(readRuleIds(options.page, rules, error))) {
    llvm::WithColor::error(llvm::errs(), "relax-stress") << error << "\n";
    return 2;
  }
  BreakCount sum;
  FreshContext context(registry);
  unsigned numIds = 0;
  for (auto &[id, violations] : catalogue) {
    if (options.rules != "all" && !StringRef(id).starts_with(options.rules))
      continue;
    BreakCount count = breakOne(context, id, violations, options);
    llvm::outs() << id << ": " << count.modules << " modules, "
                 << count.texts.size() << " distinct, with "
                 << count.violations.size() << " distinct violations, "
                 << count.missed << " missed\n";
    llvm::outs().flush();
    ++numIds;
    sum.modules += count.modules;
    sum.missed += count.missed;
  }
  if (numIds == 0) {
    llvm::WithColor::error(llvm::errs(), "relax-stress")
        << "the catalogue has no rule '" << options.rules << "'\n";
    return 2;
  }
  printCoverage(rules, catalogue);
  llvm::outs() << sum.modules << " modules for " << numIds
               << " ids: " << sum.modules - sum.missed << " diagnosed, "
               << sum.missed << " missed\n";
  return sum.missed != 0;
}
