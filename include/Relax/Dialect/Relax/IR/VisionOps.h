// Ops of object detection: boxes, overlaps, regions of interest.
#ifndef RELAX_DIALECT_RELAX_IR_VISIONOPS_H
#define RELAX_DIALECT_RELAX_IR_VISIONOPS_H

#include "Relax/Dialect/Relax/IR/TensorOp.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/VisionOps.h.inc"

#endif // RELAX_DIALECT_RELAX_IR_VISIONOPS_H
