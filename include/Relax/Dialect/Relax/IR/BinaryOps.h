// Ops that combine two or three tensors element by element, with broadcast.
#ifndef RELAX_DIALECT_RELAX_IR_BINARYOPS_H
#define RELAX_DIALECT_RELAX_IR_BINARYOPS_H

#include "Relax/Dialect/Relax/IR/ElementwiseSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorOp.h"
#include "mlir/IR/PatternMatch.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/BinaryOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_BINARYOPS_H
