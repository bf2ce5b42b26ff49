// Explicit memory.
#ifndef RELAX_DIALECT_RELAX_IR_MEMORYOPS_H
#define RELAX_DIALECT_RELAX_IR_MEMORYOPS_H

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/MemoryOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_MEMORYOPS_H
