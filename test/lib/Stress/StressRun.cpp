// One stress run: a module, a sequence of passes, and what must hold.
#include "Stress/StressRun.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Support/SymbolRenamer.h"

#include "Stress/PatternRun.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::relax {

StringRef toString(StressVerdict verdict) {
  switch (verdict) {
  case StressVerdict::Fine:
    return "fine";
  case StressVerdict::IllegalModule:
    return "illegal module";
  case StressVerdict::RoundTrip:
    return "round trip";
  case StressVerdict::SilentFailure:
    return "silent failure";
  case StressVerdict::IllegalResult:
    return "illegal result";
  case StressVerdict::NotIdempotent:
    return "not idempotent";
  case StressVerdict::WrongResult:
    return "wrong result";
  case StressVerdict::WrongAnswer:
    return "wrong answer";
  }
  llvm_unreachable("every verdict is listed");
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

/// Text of a module that the verifier has accepted: it is not asked again.
static std::string printVerified(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, OpPrintingFlags().useLocalScope().assumeVerified());
  return text;
}

namespace {
/// Collects the errors that are emitted while it lives.
class ErrorCollector {
public:
  explicit ErrorCollector(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            errors += diagnostic.str() + "\n";
          return success();
        }) {}
  std::string errors;

private:
  ScopedDiagnosticHandler handler;
};

/// One module on its way through passes.
class StressRun {
public:
  StressRun(ModuleOp module, const SameResults &sameResults,
            const BeforePass &beforePass)
      : module(module), sameResults(sameResults), beforePass(beforePass) {}

  StressOutcome run(ArrayRef<std::string> passes);
  StressOutcome runAllOrders(ArrayRef<std::string> passes, uint64_t maxModules);
  StressOutcome seed(const SeededFault &fault, Decisions &decisions);
  StressOutcome shuffle(ArrayRef<std::string> passes,
                        const FrozenRewritePatternSet &patterns,
                        Decisions &decisions);

private:
  bool checkInput();
  bool checkPatterns(const FrozenRewritePatternSet &patterns,
                     Decisions &decisions);
  bool checkSeeded(ModuleOp seeded);
  bool checkRoundTrip();
  bool checkPass(StringRef pass);
  bool checkResults(ModuleOp before);
  /// Runs a pass; what it reports goes to `errors`.
  LogicalResult runPass(StringRef pass, std::string &errors);
  bool report(StressVerdict verdict, std::string message) {
    outcome.verdict = verdict;
    outcome.message = std::move(message);
    return false;
  }

  ModuleOp module;
  const SameResults &sameResults;
  const BeforePass &beforePass;
  StressOutcome outcome;
};
} // namespace

bool StressRun::checkRoundTrip() {
  ErrorCollector collector(module.getContext());
  ParserConfig config(module.getContext());
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(writeBytecodeToFile(module, stream)))
    return report(StressVerdict::RoundTrip, collector.errors);
  for (StringRef input : {StringRef(outcome.module), StringRef(bytes)}) {
    auto parsed = parseSourceString<ModuleOp>(input, config);
    if (!parsed)
      return report(StressVerdict::RoundTrip, collector.errors);
    if (printVerified(*parsed) != outcome.module)
      return report(StressVerdict::RoundTrip, print(*parsed));
  }
  return true;
}

std::string getStressPipeline(StringRef pass) {
  OpPassManager anywhere;
  if (failed(parsePassPipeline(pass, anywhere, llvm::nulls())) ||
      anywhere.empty())
    return pass.str();
  std::optional<StringRef> anchor = anywhere.begin()->getOpName();
  if (!anchor || *anchor == ModuleOp::getOperationName())
    return pass.str();
  return (*anchor + "(" + pass + ")").str();
}

LogicalResult StressRun::runPass(StringRef pass, std::string &errors) {
  ErrorCollector collector(module.getContext());
  PassManager manager(module.getContext(), module->getName().getStringRef());
  manager.enableVerifier(false);
  llvm::raw_string_ostream stream(errors);
  LogicalResult result =
      parsePassPipeline(getStressPipeline(pass), manager, stream);
  if (succeeded(result))
    result = manager.run(module);
  errors += collector.errors;
  return result;
}

/// Gives private functions other names: what they compute alone is then not
/// compared.
static void hidePrivateFunctions(ModuleOp module) {
  SymbolRenamer renamer(module);
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (auto symbol = dyn_cast<SymbolOpInterface>(op);
        symbol && symbol.isPrivate())
      (void)renamer.rename(symbol, (symbol.getName() + ".before").str());
}

/// Lets the module before a pass promise no more than the pass has to keep.
static void limitPromises(ModuleOp before, StringRef pass) {
  // It makes of a private function what its callers need.
  if (pass == "sccp")
    hidePrivateFunctions(before);
  // It gives functions of libraries away, and what stays of them is private.
  if (pass == "relax-run-codegen")
    for (auto func : before.getOps<FuncOp>())
      if (func->hasAttr("Codegen"))
        func.setPrivate();
}

bool StressRun::checkPass(StringRef pass) {
  outcome.pass = pass.str();
  outcome.module = printVerified(module);
  if (beforePass)
    beforePass(pass, outcome.module);
  OwningOpRef<ModuleOp> before = module.clone();
  std::string errors;
  if (failed(runPass(pass, errors))) {
    if (errors.empty())
      return report(StressVerdict::SilentFailure, errors);
    outcome.rejections.emplace_back(pass.str(), errors);
    module.getBodyRegion().takeBody(before->getBodyRegion());
    return true;
  }
  {
    ErrorCollector collector(module.getContext());
    if (failed(verify(module)))
      return report(StressVerdict::IllegalResult, collector.errors);
  }
  std::string once = printVerified(module);
  // The same text computes the same, and the pass would leave it alone again.
  if (once == outcome.module)
    return true;
  outcome.changes.push_back(pass.str());
  limitPromises(*before, pass);
  // What upstream's passes promise is theirs.
  if (!pass.starts_with("relax-") && !pass.starts_with("tir-"))
    return checkResults(*before);
  if (failed(runPass(pass, errors)))
    return report(StressVerdict::NotIdempotent, errors);
  if (std::string twice = print(module); twice != once)
    return report(StressVerdict::NotIdempotent, twice);
  return checkResults(*before);
}

bool StressRun::checkResults(ModuleOp before) {
  std::string difference;
  if (sameResults && failed(sameResults(before, module, difference)))
    return report(StressVerdict::WrongResult, difference);
  return true;
}

bool StressRun::checkInput() {
  outcome.module = print(module);
  ErrorCollector collector(module.getContext());
  if (failed(verify(module)))
    return report(StressVerdict::IllegalModule, collector.errors);
  return checkRoundTrip();
}

StressOutcome StressRun::run(ArrayRef<std::string> passes) {
  if (!checkInput())
    return outcome;
  for (const std::string &pass : passes)
    if (!checkPass(pass))
      return outcome;
  outcome.pass.clear();
  return outcome;
}

StressOutcome StressRun::runAllOrders(ArrayRef<std::string> passes,
                                      uint64_t maxModules) {
  if (!checkInput())
    return outcome;
  OwningOpRef<ModuleOp> original = module.clone();
  std::vector<OwningOpRef<ModuleOp>> found;
  llvm::StringSet<> texts;
  found.push_back(module.clone());
  texts.insert(print(module));
  for (size_t i = 0; i < found.size() && i < maxModules; ++i)
    for (const std::string &pass : passes) {
      OwningOpRef<ModuleOp> next = found[i]->clone();
      module.getBodyRegion().takeBody(next->getBodyRegion());
      if (!checkPass(pass) || !checkResults(*original))
        return outcome;
      if (texts.insert(print(module)).second)
        found.push_back(module.clone());
    }
  outcome.pass.clear();
  outcome.numModules = found.size();
  return outcome;
}

bool StressRun::checkPatterns(const FrozenRewritePatternSet &patterns,
                              Decisions &decisions) {
  outcome.pass = "patterns";
  outcome.module = print(module);
  if (beforePass)
    beforePass(outcome.pass, outcome.module);
  OwningOpRef<ModuleOp> after = module.clone();
  PatternFault fault = applyPatternsShuffled(*after, patterns, decisions);
  if (!fault.message.empty())
    return report(StressVerdict::WrongAnswer,
                  fault.pattern + " " + fault.message + "\n");
  std::string difference;
  ErrorCollector collector(module.getContext());
  if (failed(verify(*after)))
    return report(StressVerdict::IllegalResult, collector.errors);
  if (failed(sameResults(module, *after, difference)))
    return report(StressVerdict::WrongResult, difference);
  return true;
}

StressOutcome StressRun::shuffle(ArrayRef<std::string> passes,
                                 const FrozenRewritePatternSet &patterns,
                                 Decisions &decisions) {
  constexpr unsigned kOrders = 3;
  if (!checkInput())
    return outcome;
  for (size_t i = 0; i <= passes.size(); ++i) {
    for (unsigned order = 0; order < kOrders; ++order)
      if (!checkPatterns(patterns, decisions))
        return outcome;
    OwningOpRef<ModuleOp> before = module.clone();
    std::string errors;
    if (i < passes.size() && failed(runPass(passes[i], errors)))
      module.getBodyRegion().takeBody(before->getBodyRegion());
  }
  outcome.pass.clear();
  return outcome;
}

/// False if the verifier or the execution of a seeded fault tell of it.
bool StressRun::checkSeeded(ModuleOp seeded) {
  {
    ErrorCollector collector(seeded.getContext());
    if (failed(verify(seeded)))
      return report(StressVerdict::IllegalResult, collector.errors);
  }
  std::string difference;
  if (failed(sameResults(module, seeded, difference)))
    return report(StressVerdict::WrongResult, difference);
  return true;
}

StressOutcome StressRun::seed(const SeededFault &fault, Decisions &decisions) {
  for (const std::string &pass : getSeedingPasses()) {
    OwningOpRef<ModuleOp> before = module.clone();
    std::string errors;
    if (failed(runPass(pass, errors)))
      module.getBodyRegion().takeBody(before->getBodyRegion());
    OwningOpRef<ModuleOp> seeded = module.clone();
    if (!fault.seed(*seeded, decisions))
      continue;
    outcome.pass = pass;
    if (!checkSeeded(*seeded))
      return outcome;
  }
  return outcome;
}

StressOutcome stressSeededFault(ModuleOp module, const SeededFault &fault,
                                Decisions &decisions,
                                const SameResults &sameResults) {
  return StressRun(module, sameResults, {}).seed(fault, decisions);
}

StressOutcome stressAllOrders(ModuleOp module, ArrayRef<std::string> passes,
                              uint64_t maxModules,
                              const SameResults &sameResults,
                              const BeforePass &beforePass) {
  return StressRun(module, sameResults, beforePass)
      .runAllOrders(passes, maxModules);
}

StressOutcome stressPatterns(ModuleOp module, ArrayRef<std::string> passes,
                             const FrozenRewritePatternSet &patterns,
                             Decisions &decisions,
                             const SameResults &sameResults,
                             const BeforePass &beforePass) {
  return StressRun(module, sameResults, beforePass)
      .shuffle(passes, patterns, decisions);
}

StressOutcome stressModule(ModuleOp module, ArrayRef<std::string> passes,
                           const SameResults &sameResults,
                           const BeforePass &beforePass) {
  return StressRun(module, sameResults, beforePass).run(passes);
}

} // namespace mlir::relax
