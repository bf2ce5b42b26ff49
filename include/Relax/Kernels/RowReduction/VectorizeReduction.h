// Reduce along a contiguous axis with one partial result a vector lane.
#ifndef RELAX_KERNELS_ROWREDUCTION_VECTORIZEREDUCTION_H
#define RELAX_KERNELS_ROWREDUCTION_VECTORIZEREDUCTION_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// How many partial results a row has: four vectors of `lanes`, fewer where
/// the row is too short for them.
int64_t countPartialResults(Reduction &reduction, unsigned iter, int64_t lanes);

/// Whether so many terms have each of `width` partial results that their error
/// would grow with the length of the row: a sum of floats in that case is one
/// of blocks.
bool isLongSum(Reduction &reduction, unsigned iter, int64_t width);

/// Write loops with one partial result a lane of iterator `iter`, next to the
/// nests.
void buildLaneReduction(OpBuilder &builder, Reduction &reduction, unsigned iter,
                        int64_t lanes);

/// The same for one result, whose iterators `spatial` maps.
void buildLaneReduction(OpBuilder &builder, Reduction &reduction, unsigned iter,
                        int64_t lanes, const IRMapping &spatial);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_VECTORIZEREDUCTION_H
