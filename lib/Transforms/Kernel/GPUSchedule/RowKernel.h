// One kernel of nests over the same rows: threads share a row, blocks share
// none.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_ROWKERNEL_H
#define RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_ROWKERNEL_H

#include "RowGroups.h"
#include "Rules.h"

namespace mlir::tir {

/// How the threads of a block share rows.
struct RowShape {
  /// Rows of a block, and threads of a row.
  int64_t rows = 1, lanes = 1;
  /// Neighbouring threads are of neighbouring rows, not of one row.
  bool isAcross = false;
};

/// A shape in which neighbouring threads load neighbours, and each has some
/// elements of a row.
RowShape chooseRowShape(RowGroup &group, const GPUChip &chip);

/// Replace the nests by a kernel, behind the last of them. Buffers that only
/// they use become shared memory, a row at a time, where they fit.
void buildRowKernel(RowGroup &group, const RowShape &shape,
                    const GPUChip &chip);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_ROWKERNEL_H
