// Blocks: one step of a computation and its iterators.
#ifndef RELAX_DIALECT_TIR_IR_BLOCKOPS_H
#define RELAX_DIALECT_TIR_IR_BLOCKOPS_H

#include "Relax/Dialect/TIR/IR/LoopOps.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/IR/BlockOps.h.inc"

#endif // RELAX_DIALECT_TIR_IR_BLOCKOPS_H
