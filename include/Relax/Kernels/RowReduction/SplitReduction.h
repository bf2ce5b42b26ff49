// Cut the rows of a reduction into pieces.
#ifndef RELAX_KERNELS_ROWREDUCTION_SPLITREDUCTION_H
#define RELAX_KERNELS_ROWREDUCTION_SPLITREDUCTION_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// Whether `splitReduction` can be done, or the reason why not.
LogicalResult checkSplit(Reduction &reduction, std::string *why);

/// Replace the nest of a reduction by two: one reduces `pieces` pieces of each
/// row, in a block `NAME_rf` and a new buffer whose first axis counts pieces;
/// the other one, which keeps the name, joins these and the start. A row is all
/// that is reduced to one element, in the order of the iterators.
void splitReduction(Reduction &reduction, int64_t partitions);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_SPLITREDUCTION_H
