// Pieces of programs that more than one evaluation emits.
#ifndef RELAX_LIB_REFERENCE_EMISSION_H
#define RELAX_LIB_REFERENCE_EMISSION_H

#include "ProgramBuilder.h"

namespace mlir::relax::reference {

/// How the iterations of a loop go: in their order, in any order, or as threads
/// that meet at barriers.
enum class LoopKind { Serial, Parallel, LockStep };

/// A loop whose end is not yet emitted.
struct OpenLoop {
  size_t first;
  LoopKind kind;
};

/// Emits the beginning of a loop over `index`, from `lower` up to `upper`, and
/// its end.
OpenLoop beginLoop(Operation *op, ProgramBuilder &builder, LoopKind kind,
                   uint32_t index, uint32_t lower, uint32_t upper);
void endLoop(Operation *op, ProgramBuilder &builder, OpenLoop loop);

/// Emits a jump, to be set, that is taken where a condition fails, or always.
size_t emitUnless(Operation *op, ProgramBuilder &builder, uint32_t condition);
size_t emitJump(Operation *op, ProgramBuilder &builder);

/// Emits the check that `condition` holds, or the program ends with `message`,
/// which lives as long as the module.
void emitCheck(Operation *op, ProgramBuilder &builder, uint32_t condition,
               StringRef message);

/// Emits the making of `buffer`. Threads of a group have it together if each of
/// them makes it and `isShared`.
LogicalResult emitBuffer(Operation *op, ProgramBuilder &builder, Value buffer,
                         ValueRange sizes, bool isShared);
/// Emits the end of a buffer's life.
void emitFree(Operation *op, ProgramBuilder &builder, Value buffer);

} // namespace mlir::relax::reference

#endif // RELAX_LIB_REFERENCE_EMISSION_H
