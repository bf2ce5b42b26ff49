// Devices: copies to and from their memory, constants in it.
#ifndef RELAX_DIALECT_RUNTIME_IR_DEVICEOPS_H
#define RELAX_DIALECT_RUNTIME_IR_DEVICEOPS_H

#include "Relax/Dialect/Runtime/IR/RuntimeDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Runtime/IR/DeviceOps.h.inc"

#endif // RELAX_DIALECT_RUNTIME_IR_DEVICEOPS_H
