// The relax_rt dialect and its types.
#ifndef RELAX_DIALECT_RUNTIME_IR_RUNTIMEDIALECT_H
#define RELAX_DIALECT_RUNTIME_IR_RUNTIMEDIALECT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"

#include "Relax/Dialect/Runtime/IR/RuntimeDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Relax/Dialect/Runtime/IR/RuntimeTypes.h.inc"

#endif // RELAX_DIALECT_RUNTIME_IR_RUNTIMEDIALECT_H
