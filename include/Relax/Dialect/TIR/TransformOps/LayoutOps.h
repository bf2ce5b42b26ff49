// Primitives that change indices: of buffers, of blocks, blocks of nests.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_LAYOUTOPS_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_LAYOUTOPS_H

#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/LayoutOps.h.inc"

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_LAYOUTOPS_H
