// Ops that choose elements, or find their places.
#ifndef RELAX_DIALECT_RELAX_IR_SEARCHOPS_H
#define RELAX_DIALECT_RELAX_IR_SEARCHOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/SearchOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_SEARCHOPS_H
