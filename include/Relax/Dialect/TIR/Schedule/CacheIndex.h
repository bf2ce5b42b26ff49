// Compute indices of buffers ahead.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_CACHEINDEX_H
#define RELAX_DIALECT_TIR_SCHEDULE_CACHEINDEX_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"

namespace mlir::tir {

/// Let `block` load the indices that it computes of its iterators, and uses at
/// least `uses` times, from buffers in the memory `scope`. The blocks
/// `NAME_index`, which are given, fill these in front of all loops around it.
FailureOr<SmallVector<BlockOp>> cacheIndex(BlockOp block, StringRef scope,
                                           unsigned uses);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_CACHEINDEX_H
