// Orders of axes, and whether a plan with them fits an op.
#include "Relax/Dialect/Relax/Layout/LayoutPlan.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

namespace mlir::relax {

AxisList getSimplified(ArrayRef<int64_t> order) {
  for (auto [place, axis] : llvm::enumerate(order))
    if (axis != static_cast<int64_t>(place))
      return AxisList(order);
  return {};
}

int64_t getPlace(ArrayRef<int64_t> order, int64_t axis) {
  if (axis < 0)
    axis += order.size();
  return llvm::find(order, axis) - order.begin();
}

AxisList getInverse(ArrayRef<int64_t> order) {
  AxisList inverse(order.size());
  for (auto [place, axis] : llvm::enumerate(order))
    inverse[axis] = place;
  return inverse;
}

AxisList getPermutation(ArrayRef<int64_t> held, ArrayRef<int64_t> wanted,
                        int64_t rank) {
  AxisList permutation;
  for (int64_t place : llvm::seq<int64_t>(0, rank)) {
    int64_t axis = wanted.empty() ? place : wanted[place];
    permutation.push_back(held.empty() ? axis : getPlace(held, axis));
  }
  return getSimplified(permutation);
}

AxisList dropAxes(ArrayRef<int64_t> order, ArrayRef<int64_t> gone) {
  AxisList left;
  for (int64_t axis : order)
    if (!llvm::is_contained(gone, axis))
      left.push_back(axis - llvm::count_if(gone, [axis = axis](int64_t other) {
                       return other < axis;
                     }));
  return getSimplified(left);
}

AxisList addAxes(ArrayRef<int64_t> order, ArrayRef<int64_t> added) {
  int64_t rank = order.size() + added.size();
  AxisList others, result;
  for (int64_t axis : llvm::seq<int64_t>(0, rank))
    if (!llvm::is_contained(added, axis))
      others.push_back(axis);
  const int64_t *next = order.begin();
  for (int64_t place : llvm::seq<int64_t>(0, rank))
    result.push_back(llvm::is_contained(added, place) ? place
                                                      : others[*next++]);
  return getSimplified(result);
}

static bool fitsType(ArrayRef<int64_t> order, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return order.empty() ||
         (tensor && tensor.getRank() == static_cast<int64_t>(order.size()));
}

bool LayoutPlan::fits(Operation *op) const {
  return llvm::all_of_zip(operands, op->getOperandTypes(), fitsType) &&
         llvm::all_of_zip(results, op->getResultTypes(), fitsType);
}

} // namespace mlir::relax
