// One stress run of schedule primitives.
#include "Stress/ScheduleRun.h"

#include "ScheduleProgram.h"
#include "ScheduleSteps.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

namespace mlir::relax {

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

namespace {
/// One program on its way through primitives.
class ScheduleRun {
public:
  ScheduleRun(MLIRContext *context, Decisions &decisions,
              const SameResults &sameResults, const BeforePass &beforePass)
      : context(context), decisions(decisions), sameResults(sameResults),
        beforePass(beforePass),
        original(generateScheduleProgram(context, decisions)) {}

  StressOutcome run(unsigned length);

private:
  bool step(unsigned number);
  /// A module with the original, if it is to be, and a script.
  OwningOpRef<ModuleOp> makeModule(ArrayRef<std::string> script,
                                   bool withOriginal);
  LogicalResult apply(StringRef step, std::string &errors);
  bool report(StressVerdict verdict, std::string message) {
    outcome.verdict = verdict;
    outcome.message = std::move(message);
    return false;
  }

  MLIRContext *context;
  Decisions &decisions;
  const SameResults &sameResults;
  const BeforePass &beforePass;
  OwningOpRef<ModuleOp> original, module;
  std::vector<std::string> applied;
  StressOutcome outcome;
};
} // namespace

OwningOpRef<ModuleOp> ScheduleRun::makeModule(ArrayRef<std::string> script,
                                              bool withOriginal) {
  std::string text = "module attributes {transform.with_named_sequence} {\n" +
                     makeScheduleScript(script) + "}\n";
  auto made = parseSourceString<ModuleOp>(text, ParserConfig(context));
  if (made && withOriginal)
    for (Operation &op : llvm::reverse(*original->getBody()))
      made->getBody()->push_front(op.clone());
  return made;
}

LogicalResult ScheduleRun::apply(StringRef step, std::string &errors) {
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      errors += diagnostic.str() + "\n";
    return success();
  });
  OwningOpRef<ModuleOp> script = makeModule(step.str(), false);
  if (!script)
    return failure();
  auto sequence = cast<transform::NamedSequenceOp>(script->getBody()->front());
  return transform::applyTransformNamedSequence(
      *module, sequence, *script,
      transform::TransformOptions().enableExpensiveChecks(false));
}

bool ScheduleRun::step(unsigned number) {
  std::string text = makeScheduleStep(*module, decisions, number);
  applied.push_back(text);
  OwningOpRef<ModuleOp> reproducer = makeModule(applied, true);
  if (!reproducer)
    return report(StressVerdict::IllegalModule, text);
  StringRef name = StringRef(text).rsplit("transform.tir.").second;
  outcome.pass = name.take_until([](char c) { return c == ' '; }).str();
  outcome.module = print(*reproducer);
  if (beforePass)
    beforePass(outcome.pass, outcome.module);
  std::string before = print(*module), errors;
  if (failed(apply(text, errors))) {
    applied.pop_back();
    outcome.rejections.emplace_back(outcome.pass, errors);
    if (errors.empty())
      return report(StressVerdict::SilentFailure, text);
    if (print(*module) != before)
      return report(StressVerdict::WrongAnswer, errors);
    return true;
  }
  {
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
      errors += diagnostic.str() + "\n";
      return success();
    });
    if (failed(verify(*module)))
      return report(StressVerdict::IllegalResult, errors);
  }
  std::string difference;
  if (failed(sameResults(*original, *module, difference)))
    return report(StressVerdict::WrongResult, difference);
  outcome.rejections.emplace_back(outcome.pass, "");
  ++outcome.numModules;
  return true;
}

StressOutcome ScheduleRun::run(unsigned length) {
  outcome.module = print(*original);
  if (failed(verify(*original))) {
    report(StressVerdict::IllegalModule, outcome.module);
    return outcome;
  }
  module = original->clone();
  for (unsigned number = 0; number != length; ++number)
    if (!step(number))
      return outcome;
  outcome.pass.clear();
  return outcome;
}

StressOutcome stressSchedule(MLIRContext *context, Decisions &decisions,
                             unsigned length, const SameResults &sameResults,
                             const BeforePass &beforePass) {
  return ScheduleRun(context, decisions, sameResults, beforePass).run(length);
}

} // namespace mlir::relax
