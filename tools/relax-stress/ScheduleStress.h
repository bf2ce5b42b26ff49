// Random schedules of random tensor programs.
#ifndef RELAX_TOOLS_RELAX_STRESS_SCHEDULESTRESS_H
#define RELAX_TOOLS_RELAX_STRESS_SCHEDULESTRESS_H

#include "mlir/IR/MLIRContext.h"
#include <string>

namespace mlir::relax {

/// What the command line asks for.
struct ScheduleStressOptions {
  /// How many schedules, the first seed, and steps of each.
  uint64_t schedules, seed;
  unsigned length, timeout;
  /// Where to write what was found; whether to count rejections.
  std::string findings;
  bool printRejections;
};

/// Runs that many schedules, in child processes, says what was found, and gives
/// the status of the tool: 0 if nothing was.
int stressSchedules(MLIRContext *context, const ScheduleStressOptions &options);

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_STRESS_SCHEDULESTRESS_H
