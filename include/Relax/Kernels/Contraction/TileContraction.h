// Compute sums of products on a GPU tile by tile, through shared memory.
#ifndef RELAX_KERNELS_CONTRACTION_TILECONTRACTION_H
#define RELAX_KERNELS_CONTRACTION_TILECONTRACTION_H

#include "Relax/Kernels/Contraction/ContractionPlan.h"

namespace mlir::tir {

/// Replace the nests of the planned contraction and its epilogue by a loop over
/// blocks, "blockIdx.x", and in it one over threads, "threadIdx.x". The
/// operands are computed once a block, and are 0 outside of the extents: all
/// threads do the same steps, whatever the extents are.
void tileContraction(const ContractionPlan &plan);

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_TILECONTRACTION_H
