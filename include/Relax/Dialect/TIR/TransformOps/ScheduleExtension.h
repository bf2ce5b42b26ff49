// Registers the schedule primitives as transform ops.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_SCHEDULEEXTENSION_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_SCHEDULEEXTENSION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::tir {

/// Gives the transform dialect the ops `transform.tir.*`.
void registerScheduleExtension(DialectRegistry &registry);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_SCHEDULEEXTENSION_H
