// Between floats and integers that stand for them on a scale.
#ifndef RELAX_DIALECT_RELAX_IR_QUANTIZEOPS_H
#define RELAX_DIALECT_RELAX_IR_QUANTIZEOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/QuantizeOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_QUANTIZEOPS_H
