// Ops that order elements along an axis.
#ifndef RELAX_DIALECT_RELAX_IR_SORTOPS_H
#define RELAX_DIALECT_RELAX_IR_SORTOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/SortOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_SORTOPS_H
