// Vectors along the rows that nests share.
#ifndef RELAX_KERNELS_ROWREDUCTION_ROWVECTORS_H
#define RELAX_KERNELS_ROWREDUCTION_ROWVECTORS_H

#include "Relax/Kernels/RowReduction/RowReductionGroups.h"

namespace mlir::tir {

/// The iterator within a row, the last of several values, along which a thread
/// may do so many elements of the nest at once: all that moves goes element by
/// element, and vectors begin at multiples of their size. nullopt if there is
/// none.
std::optional<unsigned> findVectorIter(RowLoopNest &nest, int64_t elements);

/// Elements of 128 bits, or of a smaller power of two, that a thread may do at
/// once in the nests that have such vectors; 1 if there is no such nest.
int64_t countVectorElements(RowReductionGroup &group);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_ROWVECTORS_H
