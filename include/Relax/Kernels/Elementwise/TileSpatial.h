// Run a block without reduction in parallel and with vectors.
#ifndef RELAX_KERNELS_ELEMENTWISE_TILESPATIAL_H
#define RELAX_KERNELS_ELEMENTWISE_TILESPATIAL_H

#include "Relax/Kernels/Elementwise/SpatialIters.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {

/// Replace a nest, all of whose iterators are spatial, by parallel loops whose
/// innermost one is vectorized, with `lanes` elements in a vector. What cannot
/// be vectorized stays scalar.
void tileSpatial(LoopNest &nest, int64_t lanes);

/// Write the loops of such a nest for one value of the iterators that `outer`
/// maps, without threads. The nest stays.
void buildSpatialPart(OpBuilder &builder, LoopNest &nest, int64_t lanes,
                      const IRMapping &outer);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ELEMENTWISE_TILESPATIAL_H
