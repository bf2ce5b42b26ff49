// Ops that combine the elements along some axes into one.
#ifndef RELAX_DIALECT_RELAX_IR_REDUCEOPS_H
#define RELAX_DIALECT_RELAX_IR_REDUCEOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ReduceOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_REDUCEOPS_H
