// Functions of the graph level.
#ifndef RELAX_DIALECT_RELAX_IR_FUNCTIONOPS_H
#define RELAX_DIALECT_RELAX_IR_FUNCTIONOPS_H

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/FunctionOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_FUNCTIONOPS_H
