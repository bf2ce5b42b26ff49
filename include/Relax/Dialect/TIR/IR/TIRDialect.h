// The tir dialect.
#ifndef RELAX_DIALECT_TIR_IR_TIRDIALECT_H
#define RELAX_DIALECT_TIR_IR_TIRDIALECT_H

#include "mlir/IR/Dialect.h"

#include "Relax/Dialect/TIR/IR/TIRDialect.h.inc"

#endif // RELAX_DIALECT_TIR_IR_TIRDIALECT_H
