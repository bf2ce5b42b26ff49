// Give each vector of a result a thread of a GPU.
#ifndef RELAX_KERNELS_ELEMENTWISE_BINDVECTORS_H
#define RELAX_KERNELS_ELEMENTWISE_BINDVECTORS_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"

namespace mlir::tir {

/// How the threads of a GPU share a block that goes along memory.
struct VectorBinding {
  /// The iterator along which vectors go: `findAlongIter`.
  unsigned along = 0;
  /// Elements of a vector, threads of a block.
  int64_t lanes = 4, threads = 256;
};

/// The iterator along which all stores of a block go element by element, and
/// all loads so or not at all; or the reason why there is none for vectors of
/// `lanes` elements.
FailureOr<unsigned> findAlongIter(LoopNest &nest, int64_t lanes,
                                  std::string *why);

/// Replace a nest by a loop over blocks, "blockIdx.x", of which there are at
/// most 4096, and in it one over threads, "threadIdx.x", each of which does a
/// vector a round. A rest that is no vector is done element by element.
/// Different values of the iterators have nothing to do with each other.
void bindVectors(LoopNest &nest, const VectorBinding &binding);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ELEMENTWISE_BINDVECTORS_H
