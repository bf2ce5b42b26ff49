// Primitives that change a whole function.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_LOWERINGOPS_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_LOWERINGOPS_H

#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/LoweringOps.h.inc"

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_LOWERINGOPS_H
