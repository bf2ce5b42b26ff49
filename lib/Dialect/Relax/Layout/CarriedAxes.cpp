// Operators that treat all axes alike, or name axes by numbers.
#include "LayoutRules.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::relax {

/// The rank of a tensor; nothing if it is unknown, or this is none.
static std::optional<int64_t> getRank(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? std::optional<int64_t>(tensor.getRank()) : std::nullopt;
}

LogicalResult carryAnyOrder(Operation *op, LayoutPlan &plan) {
  std::optional<int64_t> rank = getRank(op->getResult(0).getType());
  auto *held = llvm::find_if(plan.operands, [&](const AxisList &order) {
    return !order.empty() && static_cast<int64_t>(order.size()) == rank;
  });
  if (held == plan.operands.end())
    return failure();
  AxisList order = *held;
  for (auto [type, wanted] : llvm::zip(op->getOperandTypes(), plan.operands)) {
    std::optional<int64_t> operandRank = getRank(type);
    // What is broadcast along axes that it lacks means others of them then.
    if (operandRank != rank && operandRank != 0)
      return failure();
    wanted = operandRank == rank ? order : AxisList();
  }
  llvm::fill(plan.results, order);
  return success();
}

/// An attribute that names axes, with their places; null if it names none.
static Attribute getPlaces(Attribute named, ArrayRef<int64_t> order) {
  if (auto axis = dyn_cast_or_null<IntegerAttr>(named))
    return IntegerAttr::get(axis.getType(), getPlace(order, axis.getInt()));
  auto axes = dyn_cast_or_null<DenseI64ArrayAttr>(named);
  if (!axes)
    return {};
  auto places = llvm::map_to_vector(
      axes.asArrayRef(), [&](int64_t axis) { return getPlace(order, axis); });
  return DenseI64ArrayAttr::get(named.getContext(), places);
}

LogicalResult carryNamedAxes(Operation *op, LayoutPlan &plan) {
  AxisList order = plan.operands.front();
  if (order.empty())
    return failure();
  for (StringRef name : {"axis", "axes", "channel_axis"}) {
    std::optional<Attribute> named = op->getInherentAttr(name);
    if (!named)
      continue;
    Attribute places = getPlaces(*named, order);
    // Without an axis the order of all elements counts.
    if (!places)
      return failure();
    plan.attributes.emplace_back(StringAttr::get(op->getContext(), name),
                                 places);
  }
  for (AxisList &other : llvm::drop_begin(plan.operands))
    other.clear();
  for (auto [type, wanted] : llvm::zip(op->getResultTypes(), plan.results))
    if (getRank(type) == static_cast<int64_t>(order.size()))
      wanted = order;
  return success();
}

} // namespace mlir::relax
