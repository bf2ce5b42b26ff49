// Fetches the columns of the next task while those of one are used.
#ifndef RELAX_LIB_KERNELS_ROWREDUCTION_PREFETCHCOLUMNS_H
#define RELAX_LIB_KERNELS_ROWREDUCTION_PREFETCHCOLUMNS_H

#include "ReductionTiler.h"

namespace mlir::tir {

/// In front of tile `number` of the rows: fetch a share of what the tiles of
/// the next columns read of a matrix in blocks that no near cache holds. Does
/// nothing for all others, and where few tiles would share it.
void prefetchNextColumns(OpBuilder &builder, Reduction &reduction,
                         const ReductionTile &tile, const TileSite &site,
                         Value number);

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_ROWREDUCTION_PREFETCHCOLUMNS_H
