// Primitives that change reductions.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_REDUCTIONOPS_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_REDUCTIONOPS_H

#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/ReductionOps.h.inc"

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_REDUCTIONOPS_H
