// Which tensors of a function are split over an axis of a mesh.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_SHARDINGPLAN_H
#define RELAX_LIB_TRANSFORMS_GRAPH_SHARDINGPLAN_H

#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

/// What an axis of a mesh is used for.
enum class PlanKind { Data, Tensor, Sequence, Expert, Pipeline };

/// The kind of a name; none if it has another one.
std::optional<PlanKind> parsePlan(StringRef name);
StringRef getName(PlanKind kind);

/// Parameters and constants of a function, and the dimensions of them that the
/// axes of a mesh split. The function changes only by `apply`, and has no
/// dataflow regions.
class ShardingPlan {
public:
  ShardingPlan(FuncOp func, ArrayRef<int64_t> mesh) : func(func), mesh(mesh) {}

  /// Splits tensors over an axis of the mesh; an error of the function if there
  /// is none to split.
  LogicalResult add(PlanKind kind, int64_t axis);

  /// Splits the batch into micro-batches, by an axis of the mesh that no worker
  /// stands along.
  LogicalResult addMicroBatches(int64_t axis);

  /// The dimension of a parameter that each axis of the mesh splits.
  SmallVector<int64_t> getPlacement(Value parameter) const;

  /// Puts the hints into the function.
  void apply(DeviceMeshOp mesh);

private:
  /// A dimension of a value.
  using Dim = std::pair<Value, int64_t>;
  /// What a path back from the operand of a product leads to.
  struct Path {
    llvm::SmallSetVector<Dim, 8> visited;
    /// The products whose columns it splits.
    SmallVector<Operation *> columns;
    /// Weights, and the dimension of each.
    SmallVector<Dim> weights;
  };

  LogicalResult splitInputs(PlanKind kind, int64_t axis, int64_t dim);
  void scatterSums(int64_t axis);
  LogicalResult splitProducts(int64_t axis);
  LogicalResult splitExperts(int64_t axis);
  bool splitExpertsOf(MatmulOp product, int64_t axis);
  bool findPair(MatmulOp rows, int64_t axis);
  bool follow(Path &path, int64_t axis);
  bool followOp(Path &path, OpResult value, int64_t dim, int64_t workers);
  bool canSplit(Value value, int64_t dim, int64_t axis);
  void split(Value value, int64_t dim, int64_t axis);

  FuncOp func;
  ArrayRef<int64_t> mesh;
  llvm::MapVector<Value, SmallVector<int64_t>> placements;
  /// Sums over parts, of which each worker then has a part of this dimension.
  llvm::MapVector<Value, int64_t> scattered;
  /// Products whose sums are over parts: their results are whole.
  llvm::SmallPtrSet<Operation *, 8> rowProducts;
  /// That of micro-batches.
  std::optional<int64_t> batchAxis;
};

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_SHARDINGPLAN_H
