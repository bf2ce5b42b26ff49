// The operators of a pipeline, in the order in which it computes them.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_PIPELINEORDER_H
#define RELAX_LIB_TRANSFORMS_GRAPH_PIPELINEORDER_H

#include "PipelineBatches.h"

namespace mlir::relax {

/// What a pipeline computes of a micro-batch: operators on the way there, each
/// at a place of its own, and those on the way back, which only derivatives
/// need. Each of these belongs to a place of the way there, by what it reads,
/// so that a stage that has the place has both. What follows from weights alone
/// belongs nowhere: each stage computes what it reads of that.
class PipelineOrder {
public:
  /// A value: where it is made, and how far it goes.
  struct Life {
    size_t made, read;
    /// Where it gets to on the way back.
    size_t lowest;
    /// Whether it is made on the way back.
    bool isBack;
  };
  /// An op of the way back.
  struct PlacedOp {
    Operation *op;
    size_t place;
  };

  PipelineOrder(FuncOp func, const PipelineBatches &batches);

  ArrayRef<Operation *> getForward() const { return forward; }
  /// In the order of the program.
  ArrayRef<PlacedOp> getBackward() const { return backward; }
  /// Of all values that follow from the inputs by an operator.
  const llvm::MapVector<Value, Life> &getLives() const { return lives; }

private:
  void addForward(Operation *op);
  void addBackward(Operation *op);
  void sink();
  std::optional<size_t> findLower(Operation *op,
                                  const DenseMap<Operation *, size_t> &places);
  void follow(Operation *op, size_t place, bool isBack);
  ArrayRef<Value> getParameters(Value value);
  size_t getNearest(Value parameter, size_t place) const;

  FuncOp func;
  SmallVector<Operation *> forward;
  SmallVector<PlacedOp> backward;
  llvm::MapVector<Value, Life> lives;
  /// The places that read a parameter on the way there, in rising order.
  DenseMap<Value, SmallVector<size_t>> readers;
  /// The parameters that a value follows from without a place.
  DenseMap<Value, SmallVector<Value>> parameters;
  /// The parameter that an op gives the derivative of.
  DenseMap<Operation *, Value> derived;
};

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_PIPELINEORDER_H
