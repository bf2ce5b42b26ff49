// Checks of types at run time.
#ifndef RELAX_DIALECT_RELAX_IR_MATCHOPS_H
#define RELAX_DIALECT_RELAX_IR_MATCHOPS_H

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/MatchOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_MATCHOPS_H
