// Constants.
#ifndef RELAX_DIALECT_RELAX_IR_CONSTANTOPS_H
#define RELAX_DIALECT_RELAX_IR_CONSTANTOPS_H

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Relax/IR/TensorOp.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ConstantOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_CONSTANTOPS_H
