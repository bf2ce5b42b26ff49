// A function cut into the stages of a pipeline.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_SPLITPIPELINE_H
#define RELAX_LIB_TRANSFORMS_GRAPH_SPLITPIPELINE_H

#include "MeshCost.h"

namespace mlir::relax {

/// The workers of a pipeline and its micro-batches.
struct PipelineMesh {
  /// The sizes of the mesh's axes. Behind these the micro-batches are an axis,
  /// by which a function was split as among workers.
  SmallVector<int64_t> sizes;
  /// The axis along which the stages stand.
  int64_t axis;
  int64_t microBatches;

  /// The number of the axis of micro-batches.
  int64_t getBatchAxis() const { return sizes.size(); }
  SmallVector<int64_t> getSizesWithBatches() const {
    SmallVector<int64_t> all(sizes);
    all.push_back(microBatches);
    return all;
  }
};

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
