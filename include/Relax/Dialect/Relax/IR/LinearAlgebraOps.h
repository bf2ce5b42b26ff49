// Ops that multiply matrices.
#ifndef RELAX_DIALECT_RELAX_IR_LINEARALGEBRAOPS_H
#define RELAX_DIALECT_RELAX_IR_LINEARALGEBRAOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_LINEARALGEBRAOPS_H
