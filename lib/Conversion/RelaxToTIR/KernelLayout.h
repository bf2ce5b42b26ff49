// Kernels of convolutions whose output channels are split into blocks.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_KERNELLAYOUT_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_KERNELLAYOUT_H

#include "mlir/Support/LLVM.h"

namespace mlir::relax {

/// How many output channels are contiguous where the last part of a layout
/// is a block of them and nothing else is split, as in `OHWI16o`; else 0.
int64_t getOutputBlock(StringRef kernelLayout);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_KERNELLAYOUT_H
