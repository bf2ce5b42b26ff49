// Make one block of a nest, for others to see as one step.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_BLOCKIZE_H
#define RELAX_DIALECT_TIR_SCHEDULE_BLOCKIZE_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"

namespace mlir::tir {

/// Put a block `NAME_o` around `loop`, which holds one block and nothing else:
/// its iterators are what of the inner ones the loops around `loop` make.
/// Gives it. Fails with an error unless each iterator is a multiple that
/// those loops make plus a number below it that the inner loops make.
FailureOr<BlockOp> blockize(ForOp loop);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_BLOCKIZE_H
