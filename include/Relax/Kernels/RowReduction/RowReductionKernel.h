// One kernel of nests over the same rows: threads share a row, blocks share
// none.
#ifndef RELAX_KERNELS_ROWREDUCTION_ROWREDUCTIONKERNEL_H
#define RELAX_KERNELS_ROWREDUCTION_ROWREDUCTIONKERNEL_H

#include "Relax/Kernels/RowReduction/RowReductionGroups.h"

namespace mlir::tir {

/// How the threads of a block share rows.
struct RowReductionShape {
  /// Rows of a block, and threads of a row.
  int64_t rows = 1, lanes = 1;
  /// Neighbouring threads are of neighbouring rows, not of one row.
  bool isAcross = false;
  /// Elements that a thread does at once where a nest has `findVectorIter` of
  /// them.
  int64_t vector = 1;
};

/// A kernel: its loop over blocks, and their bytes of shared memory, those
/// that threads join their parts through among them.
struct BuiltRowReduction {
  ForOp blocks;
  int64_t sharedBytes;
};

/// Replace the nests by a kernel, behind the last of them. Buffers that only
/// they use become shared memory, a row at a time, where they fit. What is
/// needed only before another one is in the same place.
BuiltRowReduction buildRowReductionKernel(RowReductionGroup &group,
                                          const RowReductionShape &shape);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_ROWREDUCTIONKERNEL_H
