// How the tiles of a reduction are shared among tasks.
#ifndef RELAX_LIB_KERNELS_ROWREDUCTION_REDUCTIONTASKS_H
#define RELAX_LIB_KERNELS_ROWREDUCTION_REDUCTIONTASKS_H

#include "Relax/Kernels/RowReduction/TileReduction.h"

namespace mlir::tir {

/// Steps for a tile of so many elements, of which four take the time of one
/// scalar step.
int64_t getStepsPerTile(Reduction &reduction, int64_t elements);

/// How many tiles of rows one task computes: all, unless the other axes give
/// too few tasks for the threads.
int64_t getRowTilesPerTask(Reduction &reduction, const ReductionTile &tile,
                           TileSize size);

/// True if many copies of the epilogue are too much code.
bool isHeavy(std::optional<LoopNest> &epilogue);

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_ROWREDUCTION_REDUCTIONTASKS_H
