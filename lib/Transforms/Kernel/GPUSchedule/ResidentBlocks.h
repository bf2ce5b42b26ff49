// How many blocks a multiprocessor has room for, which a schedule asks the
// assembler to leave registers for.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_RESIDENTBLOCKS_H
#define RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_RESIDENTBLOCKS_H

#include "Rules.h"

namespace mlir::tir {

/// Blocks that a multiprocessor has room for, but for their registers; 0 where
/// the chip is not known.
int64_t countResidentBlocks(const GPUChip &chip, int64_t threads,
                            int64_t sharedBytes);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_RESIDENTBLOCKS_H
