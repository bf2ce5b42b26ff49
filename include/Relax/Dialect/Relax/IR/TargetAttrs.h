// The machine that code is for: the attribute, and where passes look for it.
#ifndef RELAX_DIALECT_RELAX_IR_TARGETATTRS_H
#define RELAX_DIALECT_RELAX_IR_TARGETATTRS_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/Operation.h"

#include "Relax/Dialect/Relax/IR/TargetEnums.h.inc"
#include "Relax/Dialect/Relax/IR/TargetInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Relax/Dialect/Relax/IR/TargetAttrs.h.inc"

namespace mlir::relax {

/// The name under which a module or a function has its target.
inline constexpr StringLiteral kTargetName = "relax.target";

// What is wanted of the code is no fact of a machine: it stands beside the
// target, on the module, as long as a stage is to come that asks for it.

/// Tensor cores may multiply f32, rounded to 10 mantissa bits (tf32).
inline constexpr StringLiteral kAllowTF32Name = "relax.allow_tf32";
/// Convolutions of a CPU are sums of products of their windows and no others.
inline constexpr StringLiteral kNoWinogradName = "relax.no_winograd";
/// Callers give and get tensors on the GPU that the target names.
inline constexpr StringLiteral kDeviceTensorsName = "relax.device_tensors";

/// The target of `op`: its own, or that of the nearest op around it that has
/// one. Null if there is none.
TargetInfo getTarget(Operation *op);

/// Whether f32 may be rounded to tf32 in `op`: it, or an op around it, says so.
bool allowsTF32(Operation *op);

/// Verifies the attributes that are named above, of a function; the first one
/// of a module verifies those of the module.
LogicalResult verifyTargets(Operation *function);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_TARGETATTRS_H
