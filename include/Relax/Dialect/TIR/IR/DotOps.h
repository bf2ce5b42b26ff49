// Sums of products of numbers that are several in a word.
#ifndef RELAX_DIALECT_TIR_IR_DOTOPS_H
#define RELAX_DIALECT_TIR_IR_DOTOPS_H

#include "Relax/Dialect/TIR/IR/TIRDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/IR/DotOps.h.inc"

#endif // RELAX_DIALECT_TIR_IR_DOTOPS_H
