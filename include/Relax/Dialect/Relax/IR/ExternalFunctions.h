// What functions outside of the module say of themselves.
#ifndef RELAX_DIALECT_RELAX_IR_EXTERNALFUNCTIONS_H
#define RELAX_DIALECT_RELAX_IR_EXTERNALFUNCTIONS_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"

namespace mlir::relax {

/// A `relax.extern_func` with this attribute, which has no value, takes tensors
/// on a CUDA device as well as those of the host, all of a call in one place;
/// numbers and shapes are on the host. Others get tensors of the host.
inline constexpr StringLiteral kTakesDevicesName = "relax.takes_devices";

/// One with this attribute, which has no value either, takes those on a CUDA
/// device only: a call runs on the module's, wherever its operands are.
inline constexpr StringLiteral kNeedsDeviceName = "relax.needs_device";

/// Whether a function, which may be null, works on a device only.
inline bool needsDevice(ExternFuncOp function) {
  return function && function->hasAttrOfType<UnitAttr>(kNeedsDeviceName);
}

/// Whether a function, which may be null, takes tensors on devices.
inline bool takesDevices(ExternFuncOp function) {
  return needsDevice(function) ||
         (function && function->hasAttrOfType<UnitAttr>(kTakesDevicesName));
}

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_EXTERNALFUNCTIONS_H
