// Blocks of tir: where reductions begin, and pieces of loops and branches.
#ifndef RELAX_LIB_REFERENCE_BLOCKINIT_H
#define RELAX_LIB_REFERENCE_BLOCKINIT_H

#include "ProgramBuilder.h"

#include "Relax/Dialect/TIR/IR/TIR.h"

namespace mlir::relax::reference {

/// Finds for each reduction of a function the loop before which it begins.
void findReductions(tir::FuncOp function, ProgramBuilder &builder);

/// Compiles what a reduction needs before the outermost of the loops that
/// drive it: its init for all values of the spatial iterators, where these can
/// be told apart from the reduction.
LogicalResult compileReductionBegin(tir::BlockOp block,
                                    ProgramBuilder &builder);

/// Emits the beginning and the end of a serial loop.
size_t emitSerialLoop(Operation *op, ProgramBuilder &builder, uint32_t index,
                      uint32_t lower, uint32_t upper);
void endSerialLoop(Operation *op, ProgramBuilder &builder, size_t first);

/// Emits a jump, to be set, that is taken where a condition fails, or always.
size_t emitUnless(Operation *op, ProgramBuilder &builder, uint32_t condition);
size_t emitJump(Operation *op, ProgramBuilder &builder);

} // namespace mlir::relax::reference

#endif // RELAX_LIB_REFERENCE_BLOCKINIT_H
