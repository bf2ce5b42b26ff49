// Ops that bring mean and spread of elements to given values.
#ifndef RELAX_DIALECT_RELAX_IR_NORMALIZATIONOPS_H
#define RELAX_DIALECT_RELAX_IR_NORMALIZATIONOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/NormalizationOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_NORMALIZATIONOPS_H
