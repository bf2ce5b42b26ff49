// Test the predicate of a block outside of loops, and once a vector.
#ifndef RELAX_DIALECT_TIR_TRANSFORMS_PLACEPREDICATE_H
#define RELAX_DIALECT_TIR_TRANSFORMS_PLACEPREDICATE_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"

namespace mlir::tir {

/// Test each condition of the predicate of a block outside of the serial,
/// unrolled and vectorized loops that hold nothing but the block and on which
/// the condition does not depend. A serial loop around these, outside of
/// threads, ends where the condition no longer holds. The block keeps the other
/// conditions.
void hoistPredicate(BlockOp block);

/// Where the predicate of a block cuts a vectorized loop off, let whole vectors
/// run without it: the loop around them ends before, or a branch tells them
/// apart. What is left over keeps the predicate: as a loop of elements in
/// threads of a GPU, else as a masked vector. Gives the blocks that there are
/// then, `block` first.
SmallVector<BlockOp> peelTail(BlockOp block);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_TRANSFORMS_PLACEPREDICATE_H
