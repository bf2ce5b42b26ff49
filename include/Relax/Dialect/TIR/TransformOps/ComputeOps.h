// Primitives that change where blocks compute.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_COMPUTEOPS_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_COMPUTEOPS_H

#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/ComputeOps.h.inc"

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_COMPUTEOPS_H
