// Generated tensor programs with something to schedule.
#ifndef RELAX_TEST_STRESS_SCHEDULEPROGRAM_H
#define RELAX_TEST_STRESS_SCHEDULEPROGRAM_H

#include "Stress/Decisions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::relax {

/// A module with one tensor program of several blocks that pass buffers on:
/// elementwise, with other orders of axes, with some axes less or more,
/// reductions, products, windows, blocks with a predicate, updates in place.
/// Extents are small constants and symbols.
OwningOpRef<ModuleOp> generateScheduleProgram(MLIRContext *context,
                                              Decisions &decisions);

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_SCHEDULEPROGRAM_H
