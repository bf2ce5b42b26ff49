// Ops that take elements of a tensor by their places.
#ifndef RELAX_DIALECT_RELAX_IR_INDEXOPS_H
#define RELAX_DIALECT_RELAX_IR_INDEXOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/IndexOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_INDEXOPS_H
