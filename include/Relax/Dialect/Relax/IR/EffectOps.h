// Ops whose purpose is an effect.
#ifndef RELAX_DIALECT_RELAX_IR_EFFECTOPS_H
#define RELAX_DIALECT_RELAX_IR_EFFECTOPS_H

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/EffectOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_EFFECTOPS_H
