// A stress run in a process of its own.
#ifndef RELAX_TOOLS_RELAX_STRESS_CHILDRUN_H
#define RELAX_TOOLS_RELAX_STRESS_CHILDRUN_H

#include "Stress/StressRun.h"

namespace mlir::relax {

/// How a run ended.
struct ChildRun {
  StressOutcome outcome;
  /// `crash by signal N` or `endless`, and then `outcome` tells the pass and
  /// the module; empty if the run came to its end.
  std::string ending;
};

/// Call `run` in a child process, which is killed after `seconds`.
ChildRun
runInChild(llvm::function_ref<StressOutcome(const BeforePass &beforePass)> run,
           unsigned seconds);

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_STRESS_CHILDRUN_H
