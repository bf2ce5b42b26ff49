// What the virtual machine's programs use.
#ifndef RELAX_DIALECT_RELAX_IR_RUNTIMEOPS_H
#define RELAX_DIALECT_RELAX_IR_RUNTIMEOPS_H

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/RuntimeOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_RUNTIMEOPS_H
