// Which devices placements name.
#ifndef RELAX_DIALECT_RELAX_IR_VDEVICES_H
#define RELAX_DIALECT_RELAX_IR_VDEVICES_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include <optional>

namespace mlir::relax {

/// The device of `kind:index` or `kind:index:scope`, such as "cuda:0"; null for
/// other text.
VDeviceAttr parseVDevice(MLIRContext *context, llvm::StringRef text);

/// Whether `device` is the processor that host code runs on: null, or one of
/// the kinds that TVM calls "llvm", "c" and "cpu".
bool isHost(VDeviceAttr device);

/// Whether both are the host, or the same device.
bool isSameDevice(VDeviceAttr lhs, VDeviceAttr rhs);

/// Whether an operator may take tensors from both: where in its memory a tensor
/// lies is no matter of which device computes.
bool computeTogether(VDeviceAttr lhs, VDeviceAttr rhs);

/// The number of a CUDA device; nothing for others.
std::optional<int32_t> getCudaNumber(VDeviceAttr device);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_VDEVICES_H
