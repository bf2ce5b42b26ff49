// How operators can be split among workers: the loops that upstream's `shard`
// dialect splits them by.
#ifndef RELAX_DIALECT_RELAX_INTERFACES_SHARDABLELOOPS_H
#define RELAX_DIALECT_RELAX_INTERFACES_SHARDABLELOOPS_H

#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {

/// Loops as upstream wants them: each index of a tensor is a loop.
struct ShardableLoops {
  SmallVector<utils::IteratorType> kinds;
  /// Whether a loop cannot be split.
  SmallVector<bool> isWhole;
  /// Of the operands, then of the results. What is no tensor has no index.
  SmallVector<AffineMap> maps;

  /// The loop of a dimension of operand or result `tensor`.
  unsigned getLoop(unsigned tensor, int64_t dim) const {
    return maps[tensor].getDimPosition(dim);
  }
  /// The dimension of operand or result `tensor` that a loop goes along; none
  /// if all or one element of it is read in each iteration.
  std::optional<int64_t> getDim(unsigned tensor, unsigned loop) const;
};

/// The loops of an operator. One whose loops are not known has loops that
/// cannot be split, one for each dimension of what it reads and makes.
ShardableLoops getShardableLoops(Operation *op);

/// Whether all are tensors of known rank: upstream's passes expect no others.
bool areRankedTensors(TypeRange types);

/// Whether a tensor's sizes are known or have names, unless its type says
/// nothing of them but what upstream does; and no device.
bool hasNamedDims(RankedTensorType tensor);

/// Whether a loop can be split: parts of a sum, for example, are joined again.
bool canSplit(Operation *op, const ShardableLoops &loops, unsigned loop);

/// Whether `parts` workers can have parts of one size of all that a loop goes
/// along. Unknown sizes pass: the workers divide these when the program runs.
bool isEvenlySplit(Operation *op, const ShardableLoops &loops, unsigned loop,
                   int64_t parts);

/// Whether the parts of all that a loop goes along can be padded to one size:
/// nothing that pads them is an index or a divisor, and each part begins at one
/// place in all tensors. Only `relax-propagate-sharding` pads.
bool canPad(Operation *op, const ShardableLoops &loops, unsigned loop);

/// Whether a reshape or a broadcast has loops although upstream's passes reject
/// its shape: all its sizes are known.
bool hasKnownShape(Operation *op);

/// Puts a cast in the place of an operator with a known shape, which has its
/// loops and no shape.
UnrealizedConversionCastOp replaceByShapeless(Operation *op);

/// The name of an operator, or of the one that such a cast stands for.
StringRef getOperatorName(Operation *op);

/// Puts the operator back that a cast stands for, with a shape of the cast's
/// result. Other casts stay.
void restoreShape(UnrealizedConversionCastOp cast);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_INTERFACES_SHARDABLELOOPS_H
