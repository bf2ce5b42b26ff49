// Activation functions of neural networks, and softmax.
#ifndef RELAX_DIALECT_RELAX_IR_ACTIVATIONOPS_H
#define RELAX_DIALECT_RELAX_IR_ACTIVATIONOPS_H

#include "Relax/Dialect/Relax/IR/ElementwiseSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ActivationOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_ACTIVATIONOPS_H
