// The blocks of a long sum, each of which has accumulators that start anew.
#ifndef RELAX_KERNELS_ROWREDUCTION_SUMBLOCKS_H
#define RELAX_KERNELS_ROWREDUCTION_SUMBLOCKS_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// Steps of a reduction: from `first` on, so many along each reduced axis.
struct StepRange {
  SmallVector<Value> first, extents;
};

/// Blocks along one of the reduced axes, with all of the axes behind it.
struct SumBlocks {
  /// The place of the axis among those that are reduced.
  unsigned axis;
  /// How many indices of it a block has; the last block may have fewer.
  int64_t size;

  /// The blocks of a sum of floats that is longer than one; nullopt for others.
  static std::optional<SumBlocks> find(Reduction &reduction);
  /// Loops over the blocks.
  void buildLoops(
      OpBuilder &b, Reduction &reduction,
      llvm::function_ref<void(OpBuilder &, const StepRange &)> body) const;
};

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_SUMBLOCKS_H
