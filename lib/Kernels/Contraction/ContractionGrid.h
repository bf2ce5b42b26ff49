// The blocks of the kernel of a contraction, and where its nests go.
#ifndef RELAX_LIB_KERNELS_CONTRACTION_CONTRACTIONGRID_H
#define RELAX_LIB_KERNELS_CONTRACTION_CONTRACTIONGRID_H

#include "Relax/Kernels/Contraction/Epilogue.h"

namespace mlir::tir {

/// What the block of a kernel has: its rows and columns, and the steps along
/// the reduction dimension. `place` says which thread, once there are threads.
struct ContractionGrid {
  BlockAxis rows, columns;
  Value steps;
  ThreadPlace place;
};

/// A loop over blocks, "blockIdx.x", of the tiles of both plans; the insertion
/// point goes into it.
ContractionGrid openBlocks(KernelBuilder &b, const OperandPlan &lhs,
                           const OperandPlan &rhs);

/// Replaces the nests of the contraction and its epilogue by what `build`
/// writes.
void replaceNests(Contraction &contraction,
                  llvm::function_ref<void(KernelBuilder &)> build);

/// Accumulators of a thread, with the start of the sum.
Value buildStart(KernelBuilder &b, Contraction &contraction,
                 const IRMapping &common, ArrayRef<int64_t> shape);

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_CONTRACTION_CONTRACTIONGRID_H
