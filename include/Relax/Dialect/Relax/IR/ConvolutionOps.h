// Convolutions and transposed convolutions over one, two or three axes.
#ifndef RELAX_DIALECT_RELAX_IR_CONVOLUTIONOPS_H
#define RELAX_DIALECT_RELAX_IR_CONVOLUTIONOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_CONVOLUTIONOPS_H
