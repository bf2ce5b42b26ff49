// Orders of axes, and what an operator makes of them.
#ifndef RELAX_DIALECT_RELAX_LAYOUT_LAYOUTPLAN_H
#define RELAX_DIALECT_RELAX_LAYOUT_LAYOUTPLAN_H

#include "mlir/IR/Operation.h"

namespace mlir::relax {

/// How the axes of a tensor stand: at place `i` is axis `order[i]` of the
/// tensor that the program was written for. Empty if each is at its own place.
using AxisList = SmallVector<int64_t>;

/// `order`, or empty if it changes nothing.
AxisList getSimplified(ArrayRef<int64_t> order);

/// The place of an axis, which may be counted from the end.
int64_t getPlace(ArrayRef<int64_t> order, int64_t axis);

/// The order that leads back.
AxisList getInverse(ArrayRef<int64_t> order);

/// The permutation that makes `wanted` of `held`, both of `rank` axes; empty if
/// they are equal.
AxisList getPermutation(ArrayRef<int64_t> held, ArrayRef<int64_t> wanted,
                        int64_t rank);

/// The order of the axes that are left without those of `gone`, which are
/// counted from the front.
AxisList dropAxes(ArrayRef<int64_t> order, ArrayRef<int64_t> gone);

/// The order with new axes at the places `added` of the result, which has them
/// at these places as it was written.
AxisList addAxes(ArrayRef<int64_t> order, ArrayRef<int64_t> added);

/// How an op takes its operands, and gives its results.
struct LayoutPlan {
  /// The orders of the operands; empty also for what is no tensor.
  SmallVector<AxisList> operands;
  /// The orders of the results.
  SmallVector<AxisList> results;
  /// The attributes that are other ones then.
  SmallVector<NamedAttribute> attributes;

  /// For an op whose operands are at hand in these orders.
  LayoutPlan(Operation *op, ArrayRef<AxisList> held)
      : operands(held), results(op->getNumResults()) {}

  /// Whether the ranks of the op's operands and results are those of the plan.
  bool fits(Operation *op) const;
};

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_LAYOUT_LAYOUTPLAN_H
