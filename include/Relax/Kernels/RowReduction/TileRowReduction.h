// Nests over the same rows, row by row, by threads and vectors of a CPU.
#ifndef RELAX_KERNELS_ROWREDUCTION_TILEROWREDUCTION_H
#define RELAX_KERNELS_ROWREDUCTION_TILEROWREDUCTION_H

#include "Relax/Kernels/RowReduction/RowReductionGroups.h"

namespace mlir::tir {

/// True if each nest goes through a row by vectors of so many bits: rows lie
/// along memory, reductions share nothing between rows, and there are rows for
/// threads. Else `why` says the reason.
bool canTileRows(RowReductionGroup &group, unsigned vectorBits,
                 std::string *why);

/// The longest group that begins with the first nest, for which this holds and
/// which goes through rows at least twice.
std::optional<RowReductionGroup> findTiledRows(ArrayRef<LoopNest> nests,
                                               unsigned vectorBits);

/// Replace the nests by one loop over rows, in parallel tasks. Of buffers that
/// only they use there is then a row for each task.
void tileRowReduction(RowReductionGroup &group, unsigned vectorBits);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_TILEROWREDUCTION_H
