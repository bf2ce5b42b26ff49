// Where a function is cut into the stages of a pipeline.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_PIPELINESTAGES_H
#define RELAX_LIB_TRANSFORMS_GRAPH_PIPELINESTAGES_H

#include "MeshCost.h"
#include "PipelineOrder.h"

namespace mlir::relax {

/// The operators of a function that follow from its inputs, and the stages that
/// these fall into.
class PipelineStages {
public:
  PipelineStages(FuncOp func, const PipelineBatches &batches)
      : func(func), order(func, batches) {}

  /// Cuts so that the stage that takes longest takes the least time, there and
  /// back, of such cuts that where the fewest bytes go on; an error of the
  /// function if there are not as many stages.
  LogicalResult cut(int64_t stages, int64_t workers, const MeshSpeed &speed);

  /// The values that a stage takes from the one in front of it, and gives to
  /// the next one: some only pass through.
  SmallVector<Value> getTaken(size_t stage) const;
  /// Those that it takes from the one behind it on the way back.
  SmallVector<Value> getTakenBack(size_t stage) const;
  /// The values that a stage makes on the way there.
  DenseSet<Value> getMade(size_t stage) const;
  /// The stage that makes a value, or the last one.
  size_t getStage(Value value) const;
  /// Whether a value follows from the inputs by an operator.
  bool isComputed(Value value) const {
    return order.getLives().contains(value);
  }
  /// Whether it is made on the way back.
  bool isBack(Value value) const {
    auto life = order.getLives().find(value);
    return life != order.getLives().end() && life->second.isBack;
  }

private:
  bool findBest(int64_t stages, ArrayRef<double> seconds,
                ArrayRef<double> between);
  LogicalResult reject(int64_t stages);

  FuncOp func;
  PipelineOrder order;
  /// The first place of each stage, and the end of the last one.
  SmallVector<size_t> begins;
};

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_PIPELINESTAGES_H
