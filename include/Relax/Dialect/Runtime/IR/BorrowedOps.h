// Tensors whose dtype and rank are known at run time only.
#ifndef RELAX_DIALECT_RUNTIME_IR_BORROWEDOPS_H
#define RELAX_DIALECT_RUNTIME_IR_BORROWEDOPS_H

#include "Relax/Dialect/Runtime/IR/RuntimeDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Relax/Dialect/Runtime/IR/RuntimeEnums.h.inc"

#define GET_OP_CLASSES
#include "Relax/Dialect/Runtime/IR/BorrowedOps.h.inc"

#endif // RELAX_DIALECT_RUNTIME_IR_BORROWEDOPS_H
