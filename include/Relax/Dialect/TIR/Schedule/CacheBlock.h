// Let a block work on a copy of a buffer.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_CACHEBLOCK_H
#define RELAX_DIALECT_TIR_SCHEDULE_CACHEBLOCK_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"

namespace mlir::tir {

/// Copy what `block` reads of the buffer of that number in its `reads` to a new
/// buffer in the memory `scope`, of the same shape, and let it read that. The
/// copy, a block that is given, is in front of the outermost loop around the
/// block in which nothing writes the buffer.
FailureOr<BlockOp> cacheRead(BlockOp block, unsigned buffer, StringRef scope);

/// Let `block` write a new buffer in the memory `scope` instead of the one of
/// that number in its `writes`, to which a block, which is given, copies it
/// behind the outermost loop in which nothing else uses it. Fails with an
/// error unless the block writes at its spatial iterators, all that its loops
/// run over, and does not read what it has not written.
FailureOr<BlockOp> cacheWrite(BlockOp block, unsigned buffer, StringRef scope);

/// As `cacheRead` and `cacheWrite`, but the new buffer has one element for each
/// value of the iterators that the indices are computed of: the block touches
/// it at its iterators.
FailureOr<BlockOp> reindexRead(BlockOp block, unsigned buffer);
FailureOr<BlockOp> reindexWrite(BlockOp block, unsigned buffer);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_CACHEBLOCK_H
