// Random steps of a schedule, as lines of a transform script.
#ifndef RELAX_TEST_STRESS_SCHEDULESTEPS_H
#define RELAX_TEST_STRESS_SCHEDULESTEPS_H

#include "Stress/Decisions.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir::relax {

/// Lines that take the handles of blocks and loops of `module` and apply one
/// primitive to them, legal or not. Names of values end in `number`; `%root` is
/// the module.
std::string makeScheduleStep(ModuleOp module, Decisions &decisions,
                             unsigned number);

/// A transform script, a `transform.named_sequence`, of such lines.
std::string makeScheduleScript(ArrayRef<std::string> steps);

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_SCHEDULESTEPS_H
