// Reduce along a contiguous axis with one partial result a vector lane.
#ifndef RELAX_KERNELS_ROWREDUCTION_VECTORIZEREDUCTION_H
#define RELAX_KERNELS_ROWREDUCTION_VECTORIZEREDUCTION_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// Write loops with one partial result a lane of iterator `iter`, next to the
/// nests.
void buildLaneReduction(OpBuilder &builder, Reduction &reduction, unsigned iter,
                        int64_t lanes);

/// The same for one result, whose iterators `spatial` maps.
void buildLaneReduction(OpBuilder &builder, Reduction &reduction, unsigned iter,
                        int64_t lanes, const IRMapping &spatial);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_VECTORIZEREDUCTION_H
