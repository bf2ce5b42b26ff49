// Compute an element where it is used, instead of storing it first.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_INLINEBLOCK_H
#define RELAX_DIALECT_TIR_SCHEDULE_INLINEBLOCK_H

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

/// The buffer that a block fills element by element, for itself alone: a
/// `memref.alloc` that it stores to once, at its iterators in order, with all
/// iterators spatial. Null if the block is none of that kind.
Value getInlinableBuffer(LoopNest &nest);

/// Replace each load of the buffer of `producer` by its computation and erase
/// the producer and the buffer. Fails with an error unless
/// `getInlinableBuffer`, all other uses are loads in later blocks, and nothing
/// overwrites what the producer reads.
LogicalResult inlineBlock(LoopNest &producer);

/// Whether `inlineBlock` does it.
bool canInlineBlock(LoopNest &producer);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_INLINEBLOCK_H
