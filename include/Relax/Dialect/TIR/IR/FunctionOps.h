// Functions of tensor programs and their return.
#ifndef RELAX_DIALECT_TIR_IR_FUNCTIONOPS_H
#define RELAX_DIALECT_TIR_IR_FUNCTIONOPS_H

#include "Relax/Dialect/TIR/IR/TIRDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/IR/FunctionOps.h.inc"

#endif // RELAX_DIALECT_TIR_IR_FUNCTIONOPS_H
