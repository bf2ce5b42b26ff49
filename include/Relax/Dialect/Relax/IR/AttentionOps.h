// Attention: softmax of products of queries and keys, times values.
#ifndef RELAX_DIALECT_RELAX_IR_ATTENTIONOPS_H
#define RELAX_DIALECT_RELAX_IR_ATTENTIONOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/AttentionOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_ATTENTIONOPS_H
