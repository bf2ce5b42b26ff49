// Handles of blocks and loops.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_QUERYOPS_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_QUERYOPS_H

#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/QueryOps.h.inc"

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_QUERYOPS_H
