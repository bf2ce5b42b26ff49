// Give each element of a result a thread of a GPU.
#ifndef RELAX_KERNELS_ELEMENTWISE_BINDELEMENTS_H
#define RELAX_KERNELS_ELEMENTWISE_BINDELEMENTS_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"

namespace mlir::tir {

/// Replace a nest by a loop over blocks, "blockIdx.x", and in it one over
/// `threads` threads, "threadIdx.x": one for each combination of the spatial
/// iterators, the last of which moves fastest. The other loops stay, in each
/// thread, with the block. Different values of spatial iterators have nothing
/// to do with each other.
void bindElements(LoopNest &nest, int64_t threads);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ELEMENTWISE_BINDELEMENTS_H
