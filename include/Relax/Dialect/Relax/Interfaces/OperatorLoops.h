// The loops that an operator stands for, and what it reads in each iteration.
#ifndef RELAX_DIALECT_RELAX_INTERFACES_OPERATORLOOPS_H
#define RELAX_DIALECT_RELAX_INTERFACES_OPERATORLOOPS_H

#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Operation.h"

namespace mlir::relax {

/// The size of a loop: an expression of `s0`, the size of an operand's axis.
struct LoopExtent {
  unsigned operand;
  int64_t axis;
  AffineExpr size;
};

/// A loop for each axis of the result, and one for each axis that the operator
/// combines. An operator without state: one iteration reads no other's result.
struct OperatorLoops {
  SmallVector<utils::IteratorType> kinds;
  SmallVector<LoopExtent> extents;
  /// The index of each axis of each operand as an expression of the loops, or
  /// null: all of the axis is read.
  SmallVector<SmallVector<AffineExpr>> operands;
  /// The index of each axis of the result: a loop, or 0.
  SmallVector<AffineExpr> result;
  /// Whether a loop cannot be cut: an axis with padding, channels of groups.
  SmallVector<bool> isWhole;
};

/// The loops of an elementwise operator, a product of matrices, a convolution
/// or a reduction. None where it does not show whether an axis is broadcast, or
/// how the axes of a layout are arranged.
std::optional<OperatorLoops> getOperatorLoops(Operation *op);

/// The size of a loop, computed from operands, or from what stands for them.
OpFoldResult getLoopSize(OpBuilder &builder, Location loc,
                         const LoopExtent &extent, ValueRange operands);

/// The sizes of the result.
SmallVector<OpFoldResult> getResultSizes(OpBuilder &builder, Location loc,
                                         const OperatorLoops &loops,
                                         ValueRange operands);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_INTERFACES_OPERATORLOOPS_H
