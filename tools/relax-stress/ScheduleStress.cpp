// Random schedules of random tensor programs.
#include "ScheduleStress.h"
#include "ChildRun.h"

#include "Relax/Reference/SameResult.h"
#include "Stress/ScheduleRun.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"
#include <map>

namespace mlir::relax {

/// Executes both programs. Sums of floats may come in another order.
static LogicalResult executeScheduled(ModuleOp before, ModuleOp after,
                                      std::string &difference) {
  ScopedDiagnosticHandler handler(
      before.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          difference += diagnostic.str() + "\n";
        return success();
      });
  reference::SameResultOptions options;
  // Wider than rounding alone needs: sums of random numbers may cancel.
  options.tolerance = 1e-3;
  options.limits.steps = 20'000'000;
  reference::SameResultCount count;
  return reference::compareResults(before, after, options, count,
                                   llvm::nulls());
}

// The program and the script that make a finding, and how to see it again.
static void reportFinding(StringRef name, StringRef kind,
                          const StressOutcome &outcome, StringRef folder) {
  SmallString<128> path(folder);
  llvm::sys::fs::create_directories(path);
  llvm::sys::path::append(path, name + ".mlir");
  std::string message;
  if (auto file = openOutputFile(path, &message)) {
    file->os() << outcome.module;
    file->keep();
  }
  llvm::outs() << name << ": " << kind << " in " << outcome.pass
               << "\n  relax-interp " << path
               << " --before-after=transform-interpreter\n  "
               << StringRef(outcome.message).split('\n').first << "\n";
  llvm::outs().flush();
}

/// The primitive, and its error without what is between quotes and numbers.
/// Rejections are counted by what they say, so that primitives which are never
/// applied are seen.
static std::string getShape(StringRef primitive, StringRef errors) {
  if (errors.empty())
    return primitive.str() + " applied";
  std::string shape = primitive.str() + ": ";
  bool isQuoted = false;
  for (char c : errors.split('\n').first) {
    isQuoted ^= c == '\'' || c == '"';
    if (!isQuoted && !llvm::isDigit(c))
      shape += c;
  }
  return shape;
}

int stressSchedules(MLIRContext *context,
                    const ScheduleStressOptions &options) {
  std::map<std::string, uint64_t> rejections;
  uint64_t numFindings = 0, numSteps = 0;
  for (uint64_t i = 0; i < options.schedules; ++i) {
    uint64_t seed = options.seed + i;
    ChildRun run = runInChild(
        [&](const BeforePass &beforePass) {
          Decisions decisions(seed);
          return stressSchedule(context, decisions, options.length,
                                executeScheduled, beforePass);
        },
        options.timeout);
    numSteps += run.outcome.numModules;
    for (auto &[primitive, errors] : run.outcome.rejections)
      ++rejections[getShape(primitive, errors)];
    if (run.ending.empty() && run.outcome.verdict == StressVerdict::Fine)
      continue;
    ++numFindings;
    reportFinding("schedule-" + llvm::utostr(seed),
                  run.ending.empty() ? toString(run.outcome.verdict)
                                     : StringRef(run.ending),
                  run.outcome, options.findings);
  }
  llvm::outs() << options.schedules << " schedules with " << numSteps
               << " steps: " << numFindings << " findings\n";
  if (options.printRejections)
    for (auto &[shape, count] : rejections)
      llvm::outs() << count << " x " << shape << "\n";
  return numFindings != 0;
}

} // namespace mlir::relax
