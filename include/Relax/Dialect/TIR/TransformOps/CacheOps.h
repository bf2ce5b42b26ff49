// Primitives that give blocks copies of buffers.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_CACHEOPS_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_CACHEOPS_H

#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/CacheOps.h.inc"

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_CACHEOPS_H
