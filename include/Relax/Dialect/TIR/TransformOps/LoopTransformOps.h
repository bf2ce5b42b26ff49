// Primitives that change loops.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_LOOPTRANSFORMOPS_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_LOOPTRANSFORMOPS_H

#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/LoopTransformOps.h.inc"

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_LOOPTRANSFORMOPS_H
