// Keep what the iteration before has made.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_ROLLINGBUFFER_H
#define RELAX_DIALECT_TIR_SCHEDULE_ROLLINGBUFFER_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"

namespace mlir::tir {

/// Let the buffer of that number in the `writes` of `block`, which is made in a
/// loop, live from one iteration to the next: it is as large as what one
/// iteration makes of it, a ring, and the block makes only what the iteration
/// before has not made. Fails with an error unless the loop is serial, the
/// block alone writes the buffer, at its spatial iterators, one of which moves
/// with the loop by less than one iteration makes, and nothing in the loop
/// writes what the block reads.
LogicalResult rollBuffer(BlockOp block, unsigned buffer);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_ROLLINGBUFFER_H
