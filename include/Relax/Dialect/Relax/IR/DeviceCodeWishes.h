// Attributes of modules that say what code is wanted.
#ifndef RELAX_DIALECT_RELAX_IR_DEVICECODEWISHES_H
#define RELAX_DIALECT_RELAX_IR_DEVICECODEWISHES_H

#include "Relax/Dialect/Relax/IR/TargetAttrs.h"

namespace mlir::relax {

/// Kernels are in a library as PTX alone, which drivers compile, not as machine
/// code as well.
inline constexpr StringLiteral kPTXOnlyName = "relax.ptx_only";

/// Kernels that follow each other are launched as graphs.
inline constexpr StringLiteral kCUDAGraphsName = "relax.cuda_graphs";

/// All of them, with those that targets know of.
inline constexpr StringLiteral kWishNames[] = {
    kAllowTF32Name, kDeviceTensorsName, kPTXOnlyName, kCUDAGraphsName,
    kNoWinogradName};

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_DEVICECODEWISHES_H
