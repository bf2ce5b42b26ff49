// A function cut into the stages of a pipeline.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_SPLITPIPELINE_H
#define RELAX_LIB_TRANSFORMS_GRAPH_SPLITPIPELINE_H

#include "MeshCost.h"
#include "PipelineBatches.h"

namespace mlir::relax {

/// Makes a function for each stage, `NAME_stage0` and so on, of what each
/// worker does of a function for one micro-batch, which goes. `placements` says
/// of each parameter how all axes split it. An error if micro-batches depend on
/// each other, or there are not enough operators.
FailureOr<SmallVector<FuncOp>>
splitPipeline(FuncOp func, const PipelineMesh &mesh,
              ArrayRef<SmallVector<int64_t>> placements,
              const MeshSpeed &speed);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_SPLITPIPELINE_H
