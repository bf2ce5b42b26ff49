// Take blocks away: what is left are loops and statements, the opaque form.
#ifndef RELAX_DIALECT_TIR_TRANSFORMS_LOWERBLOCK_H
#define RELAX_DIALECT_TIR_TRANSFORMS_LOWERBLOCK_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"

namespace mlir::tir {

/// Move `tir.init` of a block to a nest of its own, in front of the outermost
/// loop that drives a reducing iterator, with copies of the loops inside it
/// that drive the others. So a reduction over nothing has its start value.
/// Does nothing without an init. Fails with an error unless
/// `canDecomposeReduction`.
LogicalResult decomposeReduction(BlockOp block);

/// False where one loop drives a reducing and another iterator.
bool canDecomposeReduction(BlockOp block);

/// Replace a block by its body; a predicate becomes a `tir.if`. The block has
/// no `tir.init`.
void lowerBlock(BlockOp block);

/// Whether a schedule has arranged the loops of a function and kept its blocks,
/// as TVM's schedules do.
bool isScheduledInBlocks(FuncOp func);

/// Replace all blocks inside `root` by their bodies. A start value that cannot
/// be moved out stays in place, guarded to the first step.
void lowerBlocks(Operation *root);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_TRANSFORMS_LOWERBLOCK_H
