// What the threads of a block may reduce together.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_CROSSTHREADBINDING_H
#define RELAX_DIALECT_TIR_ANALYSIS_CROSSTHREADBINDING_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"

namespace mlir::tir {

/// True for a loop over threads of a block.
bool isOverThreads(ForOp loop);

/// The loops over threads that drive a reducing iterator of a block, the
/// outermost first.
SmallVector<ForOp> getReducingThreads(BlockOp block);

/// The blocks in `loop` for which it drives a reducing iterator.
SmallVector<BlockOp> getReductionsOver(ForOp loop);

/// The accumulator of a block whose steps may be done in any order, and the op
/// that does one. Fails with an error, "cannot VERB", for other blocks.
FailureOr<std::pair<Accumulator, Operation *>> matchCrossThread(BlockOp block,
                                                                StringRef verb);

/// Fail with an error to let the threads of `loop`, not yet bound, reduce
/// together, unless the one block in it is a plain reduction whose steps may
/// be done in any order, and `loop` drives none but reducing iterators.
LogicalResult checkCrossThread(ForOp loop, StringRef axis);

/// The same to let the iterations of `loop` be lanes of a vector that is joined
/// to one element.
LogicalResult checkReducingVector(ForOp loop);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_CROSSTHREADBINDING_H
