// Questions about a tensor's descriptor.
#ifndef RELAX_DIALECT_RELAX_IR_INSPECTOPS_H
#define RELAX_DIALECT_RELAX_IR_INSPECTOPS_H

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/InspectOps.h.inc"

namespace mlir::relax {

/// The code that DLPack has for the kind of an element type, such as 2 for
/// floats, and its width in bits there: truth values take a byte.
int64_t getDLPackCode(Type element);
int64_t getDLPackBits(Type element);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_INSPECTOPS_H
