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

/// How many tiles of `rows` should have one row less, so that together they
/// have each row once: 64 rows are 9 tiles of 6 and 2 of 5, where 11 of 6 would
/// compute two of them twice. 0 if that is not worth the code of both.
int64_t countShorterTiles(Reduction &reduction, const ReductionTile &tile,
                          int64_t rows);

/// True if many copies of the epilogue are too much code.
bool isHeavy(std::optional<LoopNest> &epilogue);

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_ROWREDUCTION_REDUCTIONTASKS_H
