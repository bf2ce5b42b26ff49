// Reduce along a contiguous axis with one partial result a vector lane.
#ifndef RELAX_KERNELS_ROWREDUCTION_VECTORIZEREDUCTION_H
#define RELAX_KERNELS_ROWREDUCTION_VECTORIZEREDUCTION_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// The reducing iterator along which every input is contiguous or does not
/// move, if the steps may be done in any order and there are enough of them
/// for a vector of `lanes`.
std::optional<unsigned> findLaneIter(Reduction &reduction, int64_t lanes);

/// Write those loops, next to the nests.
void buildLaneReduction(OpBuilder &builder, Reduction &reduction, unsigned iter,
                        int64_t lanes);

/// Replace the nests of the reduction and its epilogue by loops that keep one
/// partial result a lane.
void vectorizeReduction(Reduction &reduction, unsigned iter, int64_t lanes);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_VECTORIZEREDUCTION_H
