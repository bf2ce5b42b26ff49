// Ops that make tensors out of nothing but a shape and a few numbers.
#ifndef RELAX_DIALECT_RELAX_IR_CREATEOPS_H
#define RELAX_DIALECT_RELAX_IR_CREATEOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/CreateOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_CREATEOPS_H
