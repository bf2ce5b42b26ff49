// Primitives that say something about loops, blocks and buffers.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_ANNOTATIONOPS_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_ANNOTATIONOPS_H

#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/AnnotationOps.h.inc"

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_ANNOTATIONOPS_H
