// How the iterations of a loop run: at once, as lanes, written out, as threads.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_LOOPKINDS_H
#define RELAX_DIALECT_TIR_SCHEDULE_LOOPKINDS_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"

namespace mlir::tir {

/// Copies of a body that unrolling makes at most.
inline constexpr int64_t kMaxUnroll = 1024;

/// Run the iterations in parallel, or as the lanes of a vector. Fails with an
/// error unless every effect in the loop is in a block that uses the index for
/// spatial iterators only, and no iteration touches what another one writes;
/// vectors need a constant extent.
LogicalResult setParallel(ForOp loop);
LogicalResult setVectorized(ForOp loop);

/// Whether the iterations of all loops of a nest that drive spatial iterators
/// can run in parallel; rejected as by `setParallel`.
LogicalResult checkIndependent(LoopNest &nest);

/// Write the body out for each iteration, when it is lowered. Fails with an
/// error unless the extent is a constant, at most `kMaxUnroll`.
LogicalResult setUnrolled(ForOp loop);

/// Let the iterations be the threads of an axis, as `setParallel`. Fails with
/// an error for another axis than those of a GPU, and where the kernel binds
/// the axis around or inside the loop, or to another extent.
LogicalResult bindLoop(ForOp loop, StringRef axis);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_LOOPKINDS_H
