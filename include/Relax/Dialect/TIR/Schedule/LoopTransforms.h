// Change the loops of a tensor program: split, fuse, reorder, partition.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_LOOPTRANSFORMS_H
#define RELAX_DIALECT_TIR_SCHEDULE_LOOPTRANSFORMS_H

#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "mlir/IR/PatternMatch.h"

// Each of them looks first, and gives an error that names loop, block and
// reason, with nothing changed, where it would change a result.

namespace mlir::tir {

/// A factor that is as large as it takes.
inline constexpr int64_t kOpenFactor = ShapedType::kDynamic;

/// Make of a serial loop a nest with a loop a factor, of which one may be
/// `kOpenFactor`; `loop` becomes the innermost. Where the factors make more
/// iterations than there are, blocks get a predicate. Gives all loops.
FailureOr<SmallVector<ForOp>> splitLoop(RewriterBase &rewriter, ForOp loop,
                                        ArrayRef<int64_t> factors);

/// Make of a serial loop an outer loop over pieces of `factor` iterations and
/// an inner one over a piece; `loop` becomes the inner one. What is left over
/// runs in a copy of the loop behind them. Gives the outer loop.
FailureOr<ForOp> splitLoopWithRest(ForOp loop, int64_t factor);

/// Make one loop of a nest, the first, which is the outermost.
FailureOr<ForOp> fuseLoops(RewriterBase &rewriter, ArrayRef<ForOp> loops);

/// Give loops of one nest, of which each but the innermost holds only the
/// next, a new order among themselves: the first outermost.
LogicalResult reorderLoops(RewriterBase &rewriter, ArrayRef<ForOp> order);

/// Put a loop of one iteration around a loop or a block.
ForOp addUnitLoop(RewriterBase &rewriter, Operation *op);

/// Let the first loop do in each iteration what the others, next to it and of
/// the same range, do in it.
FailureOr<ForOp> mergeLoops(RewriterBase &rewriter, ArrayRef<ForOp> loops);

/// Make of a loop loops over consecutive parts of its range, of these sizes;
/// one may be `kOpenFactor`. Gives them; the first is `loop`.
FailureOr<SmallVector<ForOp>> partitionLoop(RewriterBase &rewriter, ForOp loop,
                                            ArrayRef<int64_t> sizes);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_LOOPTRANSFORMS_H
