// Ops on images: resizing and sampling.
#ifndef RELAX_DIALECT_RELAX_IR_IMAGEOPS_H
#define RELAX_DIALECT_RELAX_IR_IMAGEOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ImageOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_IMAGEOPS_H
