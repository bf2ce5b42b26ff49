// Compute a block in the loops of its consumers, or of its producer.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_MOVEBLOCK_H
#define RELAX_DIALECT_TIR_SCHEDULE_MOVEBLOCK_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tir {

/// Compute, in each iteration of `loop`, what is read in it of the buffer that
/// `block` writes. All that read it are inside the loop, which comes after the
/// block; the buffer, made in the function, moves into the loop. The block gets
/// new loops, one an iterator. Fails with an error unless the block writes
/// one buffer, at its spatial iterators, for all their values, and nothing
/// writes what it reads until the loop has ended.
LogicalResult computeAt(RewriterBase &rewriter, BlockOp block, ForOp loop);

/// Run `block`, which comes after `loop`, in each iteration of it for what a
/// block in the loop has just written. Fails with an error unless that is the
/// only one in the loop that writes what the block reads, it writes whole
/// boxes, no loop around it reduces into them, and nothing that is passed has
/// to do with what the block reads and writes.
LogicalResult reverseComputeAt(RewriterBase &rewriter, BlockOp block,
                               ForOp loop);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_MOVEBLOCK_H
