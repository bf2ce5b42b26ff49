// Along which iterators the vectors of a block without reduction go.
#ifndef RELAX_KERNELS_ELEMENTWISE_SPATIALITERS_H
#define RELAX_KERNELS_ELEMENTWISE_SPATIALITERS_H

#include "Relax/Dialect/TIR/Analysis/NestAccesses.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tir {

/// The values of a block that differ from one value of an iterator to the next.
class VaryingValues {
public:
  VaryingValues(LoopNest &nest, unsigned iter);

  bool has(Value value) const { return values.contains(value); }
  /// True if all of an access but the last index is alike, and that moves by 1
  /// with the iterator, or, of a load, not at all.
  bool isContiguous(const ElementAccess &access) const;

private:
  LoopNest &nest;
  unsigned iter;
  llvm::DenseSet<Value> values;
};

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

} // namespace mlir::tir

#endif // RELAX_KERNELS_ELEMENTWISE_SPATIALITERS_H
