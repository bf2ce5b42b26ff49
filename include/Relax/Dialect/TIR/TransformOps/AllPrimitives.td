// All schedule primitives, for the one list that registers them.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_ALLPRIMITIVES_TD
#define RELAX_DIALECT_TIR_TRANSFORMOPS_ALLPRIMITIVES_TD

include "Relax/Dialect/TIR/TransformOps/AnnotationOps.td"
include "Relax/Dialect/TIR/TransformOps/CacheOps.td"
include "Relax/Dialect/TIR/TransformOps/ComputeOps.td"
include "Relax/Dialect/TIR/TransformOps/LayoutOps.td"
include "Relax/Dialect/TIR/TransformOps/LoopKindOps.td"
include "Relax/Dialect/TIR/TransformOps/LoopTransformOps.td"
include "Relax/Dialect/TIR/TransformOps/LoweringOps.td"
include "Relax/Dialect/TIR/TransformOps/QueryOps.td"
include "Relax/Dialect/TIR/TransformOps/ReductionOps.td"
include "Relax/Dialect/TIR/TransformOps/SampleOps.td"

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_ALLPRIMITIVES_TD
