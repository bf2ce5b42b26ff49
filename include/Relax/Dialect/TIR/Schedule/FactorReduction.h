// Reduce in parts: partial results first, then one of them.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_FACTORREDUCTION_H
#define RELAX_DIALECT_TIR_SCHEDULE_FACTORREDUCTION_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"

namespace mlir::tir {

/// Let a reduction have one result for each iteration of `loop`, which reduces:
/// the block, `NAME_rf` from now on, writes a new buffer that has a dimension
/// more, at `axis`. A block of the old name, which is given, makes the result
/// of these, behind the loops of the first. Fails with an error unless the
/// block is the only one in its loops, sets up one accumulator with `tir.init`,
/// joins it with an op that may do its steps in any order, and its loops are
/// told apart by its iterators.
FailureOr<BlockOp> factorReduction(BlockOp block, ForOp loop, int64_t axis);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_FACTORREDUCTION_H
