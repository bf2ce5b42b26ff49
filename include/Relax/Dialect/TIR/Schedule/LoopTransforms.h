// Change loops: split, fuse, reorder, and the way that they run.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_LOOPTRANSFORMS_H
#define RELAX_DIALECT_TIR_SCHEDULE_LOOPTRANSFORMS_H

#include "Relax/Dialect/TIR/IR/LoopOps.h"

namespace mlir::tir {

/// Copies of a body that unrolling makes at most.
inline constexpr int64_t kMaxUnroll = 1024;

/// Make of a serial loop an outer loop over pieces of `factor` iterations and
/// an inner one over a piece; `loop` becomes the inner one. What is left over
/// runs in a copy of the loop behind them. Refused with an error where the
/// factor is not positive or the loop not serial. Gives the outer loop.
FailureOr<ForOp> splitLoop(ForOp loop, int64_t factor);

/// Make one loop of two, `outer` and the only op in it. Refused with an error
/// where the inner bounds depend on the outer index or one is not serial.
FailureOr<ForOp> fuseLoops(ForOp outer);

/// Exchange a loop and the loop that is the only op in it. Refused with an
/// error where the inner bounds depend on the outer index, or where not every
/// effect is in a block whose iterators are spatial or reduce.
LogicalResult swapLoops(ForOp outer);

/// Run the iterations in parallel, or as the lanes of a vector. Refused with an
/// error unless every effect in the loop is in a block that uses the index for
/// spatial iterators only; vectors need a constant extent.
LogicalResult setParallel(ForOp loop);
LogicalResult setVectorized(ForOp loop);

/// Write the body out for each iteration, when it is lowered. Refused with an
/// error unless the extent is a constant, at most `kMaxUnroll`.
LogicalResult setUnrolled(ForOp loop);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_LOOPTRANSFORMS_H
