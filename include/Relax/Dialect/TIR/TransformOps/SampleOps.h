// Primitives that decide by a number.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_SAMPLEOPS_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_SAMPLEOPS_H

#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/SampleOps.h.inc"

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_SAMPLEOPS_H
