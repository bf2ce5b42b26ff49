// Let the start of a reduction be a block of its own.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_DECOMPOSEREDUCTION_H
#define RELAX_DIALECT_TIR_SCHEDULE_DECOMPOSEREDUCTION_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"

namespace mlir::tir {

/// Move `tir.init` of a block to a block `NAME_init`, in loops of its own in
/// front of `loop`. Gives that block. Fails with an error unless `loop` is
/// around the block and all loops that reduce are inside it, no loop drives a
/// reducing and another iterator, nothing between has to do with the result,
/// and `loop` does not start one reduction several times.
FailureOr<BlockOp> decomposeReductionAt(BlockOp block, ForOp loop);

/// The same without questions; conditions that a loop that reduces has a part
/// in do not hold for the start.
BlockOp moveInit(BlockOp block, ForOp loop);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_DECOMPOSEREDUCTION_H
