// Steps of the default schedule of a GPU.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_GPUSTEPOPS_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_GPUSTEPOPS_H

#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/GPUStepOps.h.inc"

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_GPUSTEPOPS_H
