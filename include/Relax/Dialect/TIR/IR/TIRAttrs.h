// Kinds of loops and of block iterators.
#ifndef RELAX_DIALECT_TIR_IR_TIRATTRS_H
#define RELAX_DIALECT_TIR_IR_TIRATTRS_H

#include "mlir/IR/BuiltinAttributes.h"

#include "Relax/Dialect/TIR/IR/TIREnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Relax/Dialect/TIR/IR/TIRAttrs.h.inc"

#endif // RELAX_DIALECT_TIR_IR_TIRATTRS_H
