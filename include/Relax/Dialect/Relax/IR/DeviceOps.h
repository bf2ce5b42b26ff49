// Placement of tensors on devices.
#ifndef RELAX_DIALECT_RELAX_IR_DEVICEOPS_H
#define RELAX_DIALECT_RELAX_IR_DEVICEOPS_H

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/DeviceOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_DEVICEOPS_H
