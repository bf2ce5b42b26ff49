// Steps of the default schedule of a GPU.
#ifndef RELAX_KERNELS_TRANSFORMOPS_GPUSTEPOPS_H
#define RELAX_KERNELS_TRANSFORMOPS_GPUSTEPOPS_H

#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#define GET_OP_CLASSES
#include "Relax/Kernels/TransformOps/GPUStepOps.h.inc"

#endif // RELAX_KERNELS_TRANSFORMOPS_GPUSTEPOPS_H
