// Let a block change elements of a buffer in a copy of them.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_CACHEINPLACE_H
#define RELAX_DIALECT_TIR_SCHEDULE_CACHEINPLACE_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"

namespace mlir::tir {

/// Blocks that copy elements to where a block changes them, and back.
struct InPlaceCopies {
  BlockOp in, out;
};

/// Let `block` change what it reads of the buffer of that number in its
/// `reads`, and writes there, in a new buffer of the same shape in the memory
/// `scope`. The copies are in front of and behind the outermost loop around the
/// block in which nothing else uses the buffer. Fails with an error unless
/// the block touches the buffer at its spatial iterators, for all their values.
FailureOr<InPlaceCopies> cacheInPlace(BlockOp block, unsigned buffer,
                                      StringRef scope);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_CACHEINPLACE_H
