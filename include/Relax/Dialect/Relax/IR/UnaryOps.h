// Ops that map each element of one tensor.
#ifndef RELAX_DIALECT_RELAX_IR_UNARYOPS_H
#define RELAX_DIALECT_RELAX_IR_UNARYOPS_H

#include "Relax/Dialect/Relax/IR/ElementwiseSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/UnaryOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_UNARYOPS_H
