// What functions outside of the module say of themselves.
#ifndef RELAX_DIALECT_RELAX_IR_EXTERNALFUNCTIONS_H
#define RELAX_DIALECT_RELAX_IR_EXTERNALFUNCTIONS_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"

namespace mlir::relax {

/// A `relax.extern_func` with this attribute, which has no value, takes tensors
/// on a CUDA device as well as those of the host, all of a call in one place;
/// numbers and shapes are on the host. Others get tensors of the host.
inline constexpr StringLiteral kTakesDevicesName = "relax.takes_devices";

/// Whether a function, which may be null, takes tensors on devices.
inline bool takesDevices(ExternFuncOp function) {
  return function && function->hasAttrOfType<UnitAttr>(kTakesDevicesName);
}

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_EXTERNALFUNCTIONS_H
