// Operators whose results have more or fewer axes, or have them elsewhere.
#include "LayoutRules.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/Sequence.h"

namespace mlir::relax {

LogicalResult carryAlike(Operation *op, LayoutPlan &plan) {
  auto *held = llvm::find_if(
      plan.operands, [](const AxisList &order) { return !order.empty(); });
  if (held == plan.operands.end())
    return failure();
  AxisList order = *held;
  plan.operands.front() = order;
  if (failed(carryNamedAxes(op, plan)))
    return failure();
  llvm::fill(plan.operands, order);
  return success();
}

/// Axes counted from the front; nothing if one occurs twice, which the verifier
/// has reported.
static AxisList getFromFront(ArrayRef<int64_t> axes, int64_t rank) {
  return llvm::map_to_vector(
      axes, [&](int64_t axis) { return axis < 0 ? axis + rank : axis; });
}

LogicalResult carryReduction(Operation *op, LayoutPlan &plan) {
  AxisList order = plan.operands.front();
  if (order.empty())
    return failure();
  int64_t rank = order.size();
  Attribute named = *op->getInherentAttr("axis");
  AxisList gone;
  if (auto axis = dyn_cast_or_null<IntegerAttr>(named))
    gone = getFromFront(axis.getInt(), rank);
  else if (auto axes = dyn_cast_or_null<DenseI64ArrayAttr>(named))
    gone = getFromFront(axes.asArrayRef(), rank);
  else
    gone = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (named && failed(carryNamedAxes(op, plan)))
    return failure();
  bool keeps = cast<BoolAttr>(*op->getInherentAttr("keepdims")).getValue();
  llvm::fill(plan.results, keeps ? order : dropAxes(order, gone));
  return success();
}

LogicalResult carryArgReduction(Operation *op, LayoutPlan &plan) {
  return *op->getInherentAttr("axis") ? carryReduction(op, plan) : failure();
}

LogicalResult carryPermuteDims(Operation *op, LayoutPlan &plan) {
  ArrayRef<int64_t> order = plan.operands.front();
  if (order.empty())
    return failure();
  auto permute = cast<PermuteDimsOp>(op);
  int64_t rank = order.size();
  SmallVector<int64_t> places;
  for (int64_t place : llvm::seq<int64_t>(0, rank))
    places.push_back(getPlace(order, permute.getAxes()
                                         ? (*permute.getAxes())[place]
                                         : rank - 1 - place));
  plan.attributes.emplace_back(
      permute.getAxesAttrName(),
      DenseI64ArrayAttr::get(op->getContext(), places));
  return success();
}

LogicalResult carryExpandDims(Operation *op, LayoutPlan &plan) {
  ArrayRef<int64_t> order = plan.operands.front();
  if (order.empty())
    return failure();
  ArrayRef<int64_t> axes = cast<ExpandDimsOp>(op).getAxis();
  plan.results.front() =
      addAxes(order, getFromFront(axes, order.size() + axes.size()));
  return success();
}

LogicalResult carrySqueeze(Operation *op, LayoutPlan &plan) {
  AxisList order = plan.operands.front();
  if (order.empty())
    return failure();
  auto squeeze = cast<SqueezeOp>(op);
  AxisList gone;
  if (std::optional<ArrayRef<int64_t>> axes = squeeze.getAxis()) {
    gone = getFromFront(*axes, order.size());
    if (failed(carryNamedAxes(op, plan)))
      return failure();
  } else {
    TensorInfo info = TensorInfo::of(squeeze.getX());
    if (!info.dims)
      return failure();
    for (auto [axis, dim] : llvm::enumerate(*info.dims)) {
      if (!dim || !dim.getConstant())
        return failure();
      if (dim.getConstant() == 1)
        gone.push_back(axis);
    }
  }
  plan.results.front() = dropAxes(order, gone);
  return success();
}

LogicalResult carryStack(Operation *op, LayoutPlan &plan) {
  auto *held = llvm::find_if(
      plan.operands, [](const AxisList &order) { return !order.empty(); });
  if (held == plan.operands.end())
    return failure();
  AxisList order = *held;
  llvm::fill(plan.operands, order);
  int64_t axis = cast<StackOp>(op).getAxis();
  plan.results.front() = addAxes(order, getFromFront(axis, order.size() + 1));
  return success();
}

} // namespace mlir::relax
