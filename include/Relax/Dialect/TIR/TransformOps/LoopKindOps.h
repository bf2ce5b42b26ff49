// Primitives that say how a loop runs.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_LOOPKINDOPS_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_LOOPKINDOPS_H

#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/LoopKindOps.h.inc"

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_LOOPKINDOPS_H
