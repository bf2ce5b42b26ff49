// Pooling: the greatest or the mean element under a moving window.
#ifndef RELAX_DIALECT_RELAX_IR_POOLINGOPS_H
#define RELAX_DIALECT_RELAX_IR_POOLINGOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/PoolingOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_POOLINGOPS_H
