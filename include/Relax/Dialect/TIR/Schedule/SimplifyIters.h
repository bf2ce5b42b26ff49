// Give blocks as few iterators as possible.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_SIMPLIFYITERS_H
#define RELAX_DIALECT_TIR_SCHEDULE_SIMPLIFYITERS_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// Drop unit iterators and dimensions and fuse what can be fused, in block and
/// epilogue alike.
void simplifyReduction(Reduction &reduction);

/// The same for a block that does not reduce.
void simplifyNest(LoopNest &nest);

/// `joinIters` of two spatial iterators, in block and epilogue alike; nothing
/// where the epilogue tells them apart.
void joinSpatial(Reduction &reduction, unsigned outer, unsigned inner);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_SIMPLIFYITERS_H
