// What each worker does of a function whose tensors all have shardings.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_SHARDINGPARTITION_H
#define RELAX_LIB_TRANSFORMS_GRAPH_SHARDINGPARTITION_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/Interfaces/ShardableLoops.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {

/// Makes what each worker does of a function whose tensors all have shardings.
///
/// Upstream's `shard-partition` (22.1) changes one axis of a sharding at a
/// time, and crashes where two become whole. It joins partial sums where they
/// are made, and does not pad. Otherwise this is the same: each operator
/// partitions itself.
class ShardingPartition {
public:
  ShardingPartition(FuncOp func, shard::GridOp grid) : func(func), grid(grid) {}
  LogicalResult run();

private:
  StringAttr getParameterText(BlockArgument parameter,
                              ArrayRef<int64_t> placement);
  void partitionParameters();
  LogicalResult partition(Operation *op, OpBuilder &builder);
  LogicalResult makePart(Operation *op, IRMapping &operands,
                         OpBuilder &builder);
  void reshard(shard::ShardOp op, OpBuilder &builder);
  SmallVector<int64_t> getPlacement(shard::Sharding sharding);
  Type getPartType(Type type, shard::Sharding sharding);
  std::vector<shard::Sharding> getShardings(ValueRange values);

  /// The axes of partial sums that an operator passes on, instead of having
  /// them added up before.
  SmallVector<int64_t> getPassedSums(Operation *op);
  Value addUp(Value part);

  /// Operands without what pads parts, where an operator combines elements.
  void maskOperands(Operation *op, IRMapping &operands, OpBuilder &builder);
  Value getMask(SymExprAttr size, ArrayRef<shard::GridAxis> axes);
  Value scaleMean(Operation *op, Value part, OpBuilder &builder);

  FuncOp func;
  shard::GridOp grid;
  SymbolTableCollection symbols;
  /// What each worker has of a tensor, and how that is split.
  IRMapping parts;
  llvm::DenseMap<Value, shard::Sharding> shardings;
  /// Of parts: the axes along which they are addends, and their sums.
  llvm::DenseMap<Value, SmallVector<int64_t>> sums;
  llvm::DenseMap<Value, Value> added;
  /// Which rows of a part are of the tensor, by its size and its axes.
  llvm::DenseMap<std::pair<Attribute, Attribute>, Value> masks;
};

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_SHARDINGPARTITION_H
