// Which tiles a contraction can have on a GPU.
#ifndef RELAX_KERNELS_CONTRACTION_CONTRACTIONTILES_H
#define RELAX_KERNELS_CONTRACTION_CONTRACTIONTILES_H

#include "Relax/Kernels/Contraction/TileContraction.h"

namespace mlir::tir {

/// True if the factors are numbers of whole bytes, which shared memory holds.
bool hasByteSizedOperands(Contraction &contraction);

/// Takes factors as they were before they were widened from what tensor cores
/// multiply, with the same products and sums; false if they were not.
bool narrowOperands(Contraction &contraction);

/// True if factors and sums are f32, which tensor cores round.
bool hasFloatOperands(Contraction &contraction);

/// Whether `tileContraction` can make such tiles, of factors that are narrow
/// already if the tile uses tensor cores; or the reason why not.
LogicalResult checkTile(Contraction &contraction, const ContractionTile &tile,
                        std::string *why);

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_CONTRACTIONTILES_H
