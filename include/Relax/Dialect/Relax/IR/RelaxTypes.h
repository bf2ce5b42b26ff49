// Types of relax: shape, object, unknown, callable, dtensor.
#ifndef RELAX_DIALECT_RELAX_IR_RELAXTYPES_H
#define RELAX_DIALECT_RELAX_IR_RELAXTYPES_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"

#define GET_TYPEDEF_CLASSES
#include "Relax/Dialect/Relax/IR/RelaxTypes.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_RELAXTYPES_H
