// Exchange of tensors among workers.
#ifndef RELAX_DIALECT_RELAX_IR_COLLECTIVEOPS_H
#define RELAX_DIALECT_RELAX_IR_COLLECTIVEOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/CollectiveOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_COLLECTIVEOPS_H
