// The relax dialect with its attributes and types; ops are in their families.
#ifndef RELAX_DIALECT_RELAX_IR_RELAX_H
#define RELAX_DIALECT_RELAX_IR_RELAX_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "mlir/IR/Dialect.h"

#include "Relax/Dialect/Relax/IR/RelaxDialect.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_RELAX_H
