// The blocks of the kernel of a contraction.
#ifndef RELAX_LIB_KERNELS_CONTRACTION_CONTRACTIONGRID_H
#define RELAX_LIB_KERNELS_CONTRACTION_CONTRACTIONGRID_H

#include "Relax/Kernels/Contraction/ContractionPlan.h"
#include "Relax/Kernels/Contraction/Epilogue.h"

namespace mlir::tir {

/// What the block of a kernel has: its rows and columns, and the steps along
/// the reduction dimension. `place` says which thread, once there are threads.
struct ContractionGrid {
  BlockAxis rows, columns;
  Value steps;
  ThreadPlace place;
};

/// A loop over blocks, "blockIdx.x", of the tiles of both operands; the
/// insertion point goes into it.
ContractionGrid openBlocks(KernelBuilder &b, const ContractionPlan &plan);

/// Accumulators of a thread, with the start of the sum.
Value buildStart(KernelBuilder &b, Contraction &contraction,
                 const IRMapping &common, ArrayRef<int64_t> shape);

/// Writes the kernel of a plan for warpgroups.
void buildWarpgroupKernel(KernelBuilder &b, const ContractionPlan &plan);

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_CONTRACTION_CONTRACTIONGRID_H
