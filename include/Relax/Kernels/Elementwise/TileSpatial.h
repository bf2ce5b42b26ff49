// Run a block without reduction in parallel and with vectors.
#ifndef RELAX_KERNELS_ELEMENTWISE_TILESPATIAL_H
#define RELAX_KERNELS_ELEMENTWISE_TILESPATIAL_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
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

/// The iterators along which a nest runs on a CPU: the one of the vectors; the
/// one that a load is contiguous along, if it is not along the vectors; and, of
/// a nest without vectors, the one along which stores are.
struct SpatialIters {
  std::optional<unsigned> vector, across, row;
};
SpatialIters findSpatialIters(LoopNest &nest);

/// How many values of the vectorized iterator are done at once, a multiple of
/// the `lanes` of a vector.
int64_t getVectorWidth(LoopNest &nest, unsigned iter, int64_t lanes);

/// The scalar steps, about, of one element, or of one vector.
int64_t getStepsOf(LoopNest &nest);

/// True if each instance of the block writes elements of its own, so that
/// instances may run in any order and at once.
bool isSpatial(LoopNest &nest);

/// What keeps a nest from that: a kind of iterator, or a start.
StringRef getReductionMark(LoopNest &nest);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ELEMENTWISE_TILESPATIAL_H
