// Steps of the default schedule of a CPU.
#ifndef RELAX_KERNELS_TRANSFORMOPS_TILEOPS_H
#define RELAX_KERNELS_TRANSFORMOPS_TILEOPS_H

#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#define GET_OP_CLASSES
#include "Relax/Kernels/TransformOps/TileOps.h.inc"

#endif // RELAX_KERNELS_TRANSFORMOPS_TILEOPS_H
