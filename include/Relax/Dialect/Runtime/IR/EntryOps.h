// The ABI boundary of a function.
#ifndef RELAX_DIALECT_RUNTIME_IR_ENTRYOPS_H
#define RELAX_DIALECT_RUNTIME_IR_ENTRYOPS_H

#include "Relax/Dialect/Runtime/IR/RuntimeDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Runtime/IR/EntryOps.h.inc"

#endif // RELAX_DIALECT_RUNTIME_IR_ENTRYOPS_H
