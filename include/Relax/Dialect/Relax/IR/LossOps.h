// Losses: how far predictions are from what was to be predicted.
#ifndef RELAX_DIALECT_RELAX_IR_LOSSOPS_H
#define RELAX_DIALECT_RELAX_IR_LOSSOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/LossOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_LOSSOPS_H
