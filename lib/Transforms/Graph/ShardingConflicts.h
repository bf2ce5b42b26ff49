// Operators that hints would split in two ways.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_SHARDINGCONFLICTS_H
#define RELAX_LIB_TRANSFORMS_GRAPH_SHARDINGCONFLICTS_H

#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/Interfaces/ShardableLoops.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::relax {

/// The sharding that says how a value is made, the first hint's if there are
/// several; null if the propagation did not reach it.
shard::ShardOp findSharding(Value value);

/// The hints of a function, kept while upstream's propagation makes shardings
/// of them, which do not say where they come from.
class ShardingConflicts {
public:
  explicit ShardingConflicts(FuncOp func);

  /// A remark, or an error that makes it fail, for each operator of which one
  /// axis of the mesh splits tensors along two loops: one of them is exchanged.
  /// A note at each of the two hints. Values of the function have shardings.
  LogicalResult report(DeviceMeshOp mesh, bool isError);

private:
  struct Hint {
    SmallVector<int64_t> placement;
    Location location;
    /// Whether it is for what another hint gives: asked for by the program.
    bool isChange;
  };
  /// A dimension of a tensor that an axis of the mesh splits.
  struct Split {
    unsigned loop;
    Value value;
    int64_t dim;
    std::string place;
  };

  bool isSplit(Value value, int64_t dim, int64_t axis);
  void addNeighbours(Operation *op, unsigned tensor, int64_t dim,
                     SmallVectorImpl<std::pair<Value, int64_t>> &found);
  std::optional<Location> findHint(Value value, int64_t dim, int64_t axis);
  SmallVector<Split> findSplits(Operation *op, const ShardableLoops &loops,
                                int64_t axis);
  bool reportOp(Operation *op, const ShardableLoops &loops, int64_t axis,
                bool isError);
  bool reportValue(Value value, ArrayRef<Hint> found, bool isError);

  FuncOp func;
  llvm::MapVector<Value, SmallVector<Hint, 1>> hints;
  DeviceMeshOp mesh;
};

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_SHARDINGCONFLICTS_H
