// Steps of the default schedule of a CPU.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_TILEOPS_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_TILEOPS_H

#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/TileOps.h.inc"

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_TILEOPS_H
