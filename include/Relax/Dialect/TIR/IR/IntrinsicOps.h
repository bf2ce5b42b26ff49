// What a tensor program asks of its surroundings: checks, foreign functions.
#ifndef RELAX_DIALECT_TIR_IR_INTRINSICOPS_H
#define RELAX_DIALECT_TIR_IR_INTRINSICOPS_H

#include "Relax/Dialect/TIR/IR/TIRDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/IR/IntrinsicOps.h.inc"

#endif // RELAX_DIALECT_TIR_IR_INTRINSICOPS_H
