// Ops that change the element type of a tensor.
#ifndef RELAX_DIALECT_RELAX_IR_DATATYPEOPS_H
#define RELAX_DIALECT_RELAX_IR_DATATYPEOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/DatatypeOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_DATATYPEOPS_H
