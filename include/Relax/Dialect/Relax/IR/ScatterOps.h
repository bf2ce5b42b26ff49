// Ops that put elements into a copy of a tensor by their places.
#ifndef RELAX_DIALECT_RELAX_IR_SCATTEROPS_H
#define RELAX_DIALECT_RELAX_IR_SCATTEROPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ScatterOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_SCATTEROPS_H
