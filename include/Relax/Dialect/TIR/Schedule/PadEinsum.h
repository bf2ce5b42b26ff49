// Let a sum of products run over extents that are multiples.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_PADEINSUM_H
#define RELAX_DIALECT_TIR_SCHEDULE_PADEINSUM_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"

namespace mlir::tir {

/// Let `block`, a sum of products of elements at its iterators, run over the
/// next multiple of `padding`, one number an iterator, of each of its extents:
/// on copies of its inputs that have zeros behind, made by blocks
/// `NAME_pad_input`, and into a buffer of which a block `NAME_pad_output`
/// copies what counts. Fails with an error where the block is something else,
/// or a number that is not finite could become part of a result.
LogicalResult padEinsum(BlockOp block, ArrayRef<int64_t> padding);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_PADEINSUM_H
