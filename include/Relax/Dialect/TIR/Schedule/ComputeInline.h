// Compute in one block what two computed.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_COMPUTEINLINE_H
#define RELAX_DIALECT_TIR_SCHEDULE_COMPUTEINLINE_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tir {

/// Compute an element of what `block` writes wherever it is read, and erase the
/// block and the buffer. Fails with an error unless the buffer is made in the
/// function, the block alone writes it, once an instance and at its spatial
/// iterators, only loads in blocks use it, and nothing writes what the block
/// reads until the last of them.
LogicalResult computeInline(RewriterBase &rewriter, BlockOp block);

/// Do what `block` does with an element where its producer makes it, and erase
/// the block and the buffer. Fails with an error unless the block is the only
/// one that reads the buffer, at its iterators, all of which are spatial and
/// run over what the producer does; the producer, no reduction, writes it once;
/// and nothing that is passed has to do with what the block reads and writes.
LogicalResult reverseComputeInline(RewriterBase &rewriter, BlockOp block);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_COMPUTEINLINE_H
