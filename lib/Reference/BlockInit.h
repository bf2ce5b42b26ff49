// Blocks of tir: where reductions begin.
#ifndef RELAX_LIB_REFERENCE_BLOCKINIT_H
#define RELAX_LIB_REFERENCE_BLOCKINIT_H

#include "Emission.h"

#include "Relax/Dialect/TIR/IR/TIR.h"

namespace mlir::relax::reference {

/// Finds for each reduction of a function the loop before which it begins.
void findReductions(tir::FuncOp function, ProgramBuilder &builder);

/// Compiles what a reduction needs before the outermost of the loops that
/// drive it: its init for all values of the spatial iterators, where these can
/// be told apart from the reduction.
LogicalResult compileReductionBegin(tir::BlockOp block,
                                    ProgramBuilder &builder);

} // namespace mlir::relax::reference

#endif // RELAX_LIB_REFERENCE_BLOCKINIT_H
