// Ops that combine each element with all before it on an axis.
#ifndef RELAX_DIALECT_RELAX_IR_SCANOPS_H
#define RELAX_DIALECT_RELAX_IR_SCANOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ScanOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_SCANOPS_H
