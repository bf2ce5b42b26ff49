// Where a function is cut into the stages of a pipeline.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_PIPELINESTAGES_H
#define RELAX_LIB_TRANSFORMS_GRAPH_PIPELINESTAGES_H

#include "MeshCost.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::relax {

/// The operands of an op, and what its regions read from around it.
SmallVector<Value> getReadValues(Operation *op);

/// The operators of a function that follow from its inputs, in their order, and
/// the stages that these fall into. What follows from weights alone belongs to
/// no stage: each computes what it reads of that.
class PipelineStages {
public:
  /// `numInputs` parameters are inputs. The body is one block without regions'
  /// effects.
  PipelineStages(FuncOp func, unsigned numInputs);

  /// Cuts so that the stage that takes longest takes the least time, of such
  /// cuts that where the fewest bytes go on; an error of the function if there
  /// are not as many stages.
  LogicalResult cut(int64_t stages, int64_t workers, const MeshSpeed &speed);

  ArrayRef<Operation *> getOps(size_t stage) const {
    return ArrayRef(ops).slice(begins[stage],
                               begins[stage + 1] - begins[stage]);
  }
  /// The values that a stage takes from the one in front of it, and gives to
  /// the next one: some only pass through.
  SmallVector<Value> getTaken(size_t stage) const;
  /// The stage that makes a value, or the last one.
  size_t getStage(Value value) const;
  /// Whether a value follows from the inputs by an operator.
  bool isComputed(Value value) const { return lives.contains(value); }

private:
  /// The operator that makes a value, and the last one that reads it.
  struct Life {
    size_t made, read;
    /// Of each micro-batch; -1 if no worker can take it from another one.
    int64_t bytes;
  };

  void addLife(Value value, size_t made);
  bool findBest(int64_t stages, ArrayRef<double> seconds,
                ArrayRef<double> between);

  FuncOp func;
  SmallVector<Operation *> ops;
  llvm::MapVector<Value, Life> lives;
  /// Of each stage, and the end of the last one.
  SmallVector<size_t> begins;
};

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_PIPELINESTAGES_H
