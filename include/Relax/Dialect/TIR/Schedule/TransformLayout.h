// Other indices for buffers and for blocks.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_TRANSFORMLAYOUT_H
#define RELAX_DIALECT_TIR_SCHEDULE_TRANSFORMLAYOUT_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tir {

/// Store elements of a buffer, that of the number in the `writes` of `block`,
/// at the indices that `map` makes of theirs. Fails with an error unless the
/// buffer is made in the function, only loads and stores use it, and no two
/// elements get one place.
LogicalResult transformLayout(BlockOp block, unsigned buffer, AffineMap map);

/// Let the loops and iterators of `block` be the results of `map` of the old
/// ones. Fails with an error unless each result is an iterator, its quotient
/// or rest by a constant, both of which there are, or a number whose digits
/// several are; the loops of the block hold it alone and run it for all values.
LogicalResult transformBlockLayout(RewriterBase &rewriter, BlockOp block,
                                   AffineMap map);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_TRANSFORMLAYOUT_H
