// What kernels ask of the run-time library; they have no context.
#ifndef RELAX_DIALECT_RUNTIME_IR_KERNELOPS_H
#define RELAX_DIALECT_RUNTIME_IR_KERNELOPS_H

#include "Relax/Dialect/Runtime/IR/RuntimeDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Runtime/IR/KernelOps.h.inc"

#endif // RELAX_DIALECT_RUNTIME_IR_KERNELOPS_H
