// Loops of their own for each way in which sizes broadcast at run time.
#ifndef RELAX_KERNELS_ELEMENTWISE_UNSWITCHBROADCASTS_H
#define RELAX_KERNELS_ELEMENTWISE_UNSWITCHBROADCASTS_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"

namespace mlir::tir {

/// Whether operands of a nest may broadcast in ways that the run time tells.
bool hasBroadcasts(LoopNest &nest);

/// Hands `nest` to `write`, once for each way in which its operands may
/// broadcast, under a `tir.if`. A legalised operator whose sizes the run time
/// tells apart reads an operand at `select(size == 1, 0, i)`, which no vector
/// can: behind the choice the index is `i` or 0. `write` erases the nest.
void unswitchBroadcasts(LoopNest nest,
                        llvm::function_ref<void(LoopNest &)> write);

/// Calls `write` with where to put ops that do what `nests` do. Where sizes
/// broadcast at run time it does so twice: `nests` are as they were, then as
/// they are where all sizes agree.
void writeEqualApart(OpBuilder &builder, MutableArrayRef<LoopNest> nests,
                     llvm::function_ref<void(OpBuilder &)> write);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ELEMENTWISE_UNSWITCHBROADCASTS_H
