// How loops drive the iterators of a block: once each, all of them.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_BLOCKBINDINGS_H
#define RELAX_DIALECT_TIR_ANALYSIS_BLOCKBINDINGS_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"

namespace mlir::tir {

/// The first of `loops`, which are around `block`, of which two iterations may
/// run the block for the same values of `iters`; null if provably none does.
/// All other loops around it are taken to be in one iteration.
ForOp findRepeatingLoop(BlockOp block, ArrayRef<ForOp> loops, ValueRange iters);

/// The iterators of a block that reduce, or the others.
SmallVector<Value> getItersOf(BlockOp block, bool reducing);

/// True if each condition of the predicate holds for all values that the
/// iterators may have: it only keeps them in their ranges.
bool isPredicateImplied(BlockOp block);

/// True if the loops provably run the block for all values of its iterators,
/// where its predicate is implied.
bool coversDomain(BlockOp block);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_BLOCKBINDINGS_H
