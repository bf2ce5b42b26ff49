// Attributes of modules that say what code of a GPU is wanted.
#ifndef RELAX_DIALECT_RELAX_IR_DEVICECODEWISHES_H
#define RELAX_DIALECT_RELAX_IR_DEVICECODEWISHES_H

#include "mlir/Support/LLVM.h"

namespace mlir::relax {

/// Kernels are in a library as PTX alone, which drivers compile, not as machine
/// code as well.
inline constexpr StringLiteral kPTXOnlyName = "relax.ptx_only";

/// Kernels that follow each other are launched as graphs.
inline constexpr StringLiteral kCUDAGraphsName = "relax.cuda_graphs";

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_DEVICECODEWISHES_H
