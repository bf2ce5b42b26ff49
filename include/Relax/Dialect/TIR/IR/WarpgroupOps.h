// What the threads of a warpgroup do together.
#ifndef RELAX_DIALECT_TIR_IR_WARPGROUPOPS_H
#define RELAX_DIALECT_TIR_IR_WARPGROUPOPS_H

#include "Relax/Dialect/TIR/IR/TIRDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/IR/WarpgroupOps.h.inc"

#endif // RELAX_DIALECT_TIR_IR_WARPGROUPOPS_H
