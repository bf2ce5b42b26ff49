// Let the padding of a buffer be filled by a block of its own.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_DECOMPOSEPADDING_H
#define RELAX_DIALECT_TIR_SCHEDULE_DECOMPOSEPADDING_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"

namespace mlir::tir {

/// Make of `block`, which stores one of two values as a condition says, two: a
/// block `NAME_pad_const`, which is given, stores the second in loops of its
/// own in front of `loop`; `block` stores the first where the condition holds.
/// Its loops run over no more than that as far as comparisons of an iterator
/// say it; the rest becomes its predicate. Fails with an error unless `loop`
/// is around the block and holds it alone, its iterators are spatial and
/// indices of what it writes, and the second value is the same everywhere.
FailureOr<BlockOp> decomposePadding(BlockOp block, ForOp loop);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_DECOMPOSEPADDING_H
