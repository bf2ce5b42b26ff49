// What of a function each micro-batch computes, and what all of them do.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_PIPELINEBATCHES_H
#define RELAX_LIB_TRANSFORMS_GRAPH_PIPELINEBATCHES_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

/// The operands of an op, and what its regions read from around it.
SmallVector<Value> getReadValues(Operation *op);

/// The workers of a pipeline and its micro-batches.
struct PipelineMesh {
  /// The sizes of the mesh's axes. Behind these the micro-batches are an axis,
  /// by which a function was split as among workers.
  SmallVector<int64_t> sizes;
  /// The axis along which the stages stand.
  int64_t axis;
  int64_t microBatches;
  /// Whether derivatives compute again what the way there has computed.
  bool recompute = false;

  /// The number of the axis of micro-batches.
  int64_t getBatchAxis() const { return sizes.size(); }
  SmallVector<int64_t> getSizesWithBatches() const {
    SmallVector<int64_t> all(sizes);
    all.push_back(microBatches);
    return all;
  }
};

/// What is put together of all micro-batches' parts of a value.
struct BatchJoin {
  /// Of each micro-batch.
  Value part;
  /// The `op_type` by which parts are joined element by element; empty if they
  /// are concatenated.
  std::string kind;
  /// The axes of the mesh along which workers then exchange it.
  SmallVector<int64_t> axes;
};

/// The exchanges among micro-batches of a function, which no worker makes:
/// those that put something together happen once, when all micro-batches are
/// computed, and so does what follows from them.
class PipelineBatches {
public:
  PipelineBatches(FuncOp func, const PipelineMesh &mesh)
      : func(func), mesh(mesh) {}

  /// Takes the axis of micro-batches out of all exchanges. `isSplit` says of a
  /// parameter whether micro-batches have rows of it. An error if micro-batches
  /// depend on each other.
  LogicalResult run(llvm::function_ref<bool(Value)> isSplit);

  /// What makes a value of all micro-batches; null if each has its own.
  const BatchJoin *getJoin(Value value) const {
    auto found = joins.find(value.getDefiningOp());
    return found == joins.end() ? nullptr : &found->second;
  }
  const llvm::MapVector<Operation *, BatchJoin> &getJoins() const {
    return joins;
  }
  /// Whether an op puts micro-batches together, or follows from what does.
  bool isOnce(Operation *op) const { return once.contains(op); }
  /// The values of a micro-batch that a value follows from: itself, if each
  /// micro-batch has it.
  SmallVector<Value> getParts(Value value) const;
  /// Axes of the mesh along which workers exchange tensors.
  ArrayRef<Attribute> getExchangeAxes() const { return axes.getArrayRef(); }

private:
  bool addJoin(Operation *op, ArrayRef<int64_t> among);
  LogicalResult leaveBatchAxis(Operation *op);
  LogicalResult reject(Operation *op);

  FuncOp func;
  const PipelineMesh &mesh;
  llvm::MapVector<Operation *, BatchJoin> joins;
  llvm::SetVector<Operation *> once;
  llvm::SetVector<Attribute> axes;
};

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_PIPELINEBATCHES_H
