// Compute an element where it is used, instead of storing it first.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_INLINEBLOCK_H
#define RELAX_DIALECT_TIR_SCHEDULE_INLINEBLOCK_H

#include "Relax/Dialect/TIR/Schedule/BlockNest.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

/// The buffer that a block fills element by element, for itself alone: a
/// `memref.alloc` that it stores to once, at its iterators in order, with all
/// iterators spatial. Null if the block is none of that kind.
Value getInlinableBuffer(BlockNest &nest);

/// Replace each load of the buffer of `producer` by its computation and erase
/// the producer and the buffer. Refused with an error unless
/// `getInlinableBuffer`, all other uses are loads in later blocks, and nothing
/// overwrites what the producer reads.
LogicalResult inlineBlock(BlockNest &producer);

/// Whether `inlineBlock` does it.
bool canInlineBlock(BlockNest &producer);

/// True if no op after `first`, up to `last` in the same block, may write one
/// of the buffers.
bool isUnwritten(Operation *first, Operation *last, ValueRange buffers);

/// The store of a block that has one and, but for it and loads, no effect.
/// Null otherwise.
memref::StoreOp getOnlyStore(BlockOp block);

/// The buffer that a view shows.
Value getViewedBuffer(Value buffer);

/// All uses of a buffer, through views as well; views themselves, and lists of
/// a block, are none.
SmallVector<Operation *> getBufferUsers(Value buffer);

/// Erase a `memref.alloc` of a kernel that nothing uses but views and its end.
void eraseDeadBuffer(Value buffer);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_INLINEBLOCK_H
