// Ops that derivatives are made of, and marks that steer their making.
#ifndef RELAX_DIALECT_RELAX_IR_GRADIENTOPS_H
#define RELAX_DIALECT_RELAX_IR_GRADIENTOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/GradientOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_GRADIENTOPS_H
