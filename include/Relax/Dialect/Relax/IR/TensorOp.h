// What the generated classes of the computing families rely on.
#ifndef RELAX_DIALECT_RELAX_IR_TENSOROP_H
#define RELAX_DIALECT_RELAX_IR_TENSOROP_H

#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Relax/IR/TypeRules.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#endif // RELAX_DIALECT_RELAX_IR_TENSOROP_H
