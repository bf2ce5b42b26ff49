// One stress run of schedule primitives.
#ifndef RELAX_TEST_STRESS_SCHEDULERUN_H
#define RELAX_TEST_STRESS_SCHEDULERUN_H

#include "Stress/StressRun.h"

namespace mlir::relax {

/// Makes a tensor program and applies up to `length` primitives to it, legal
/// or not. One that is rejected has to change nothing; after one that is
/// applied the verifier has to accept the program, and `sameResults` has to
/// hold between the first program and this one. `module` of the outcome is the
/// first program with the script of all steps that were applied, the last of
/// which is the one at fault. `rejections` has what was
/// applied as well, with no error.
StressOutcome stressSchedule(MLIRContext *context, Decisions &decisions,
                             unsigned length, const SameResults &sameResults,
                             const BeforePass &beforePass = {});

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_SCHEDULERUN_H
