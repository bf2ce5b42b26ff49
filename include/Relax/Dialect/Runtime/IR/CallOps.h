// Calls out of host code.
#ifndef RELAX_DIALECT_RUNTIME_IR_CALLOPS_H
#define RELAX_DIALECT_RUNTIME_IR_CALLOPS_H

#include "Relax/Dialect/Runtime/IR/RuntimeDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Runtime/IR/CallOps.h.inc"

#endif // RELAX_DIALECT_RUNTIME_IR_CALLOPS_H
