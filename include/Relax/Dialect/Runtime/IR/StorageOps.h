// Memory: storages, and tensors with owners.
#ifndef RELAX_DIALECT_RUNTIME_IR_STORAGEOPS_H
#define RELAX_DIALECT_RUNTIME_IR_STORAGEOPS_H

#include "Relax/Dialect/Runtime/IR/RuntimeDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Runtime/IR/StorageOps.h.inc"

#endif // RELAX_DIALECT_RUNTIME_IR_STORAGEOPS_H
