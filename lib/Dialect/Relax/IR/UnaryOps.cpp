// Ops that map each element of one tensor: types and folds.
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "Relax/Dialect/Relax/IR/MemorySharing.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

static LogicalResult inferClassification(Value x, EmitError emitError,
                                         SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(x);
  info.element = IntegerType::get(x.getContext(), 1);
  return appendType(info, emitError, types);
}

LogicalResult ClipOp::inferTypes(Adaptor op, EmitError emitError,
                                 SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getX());
  for (Attribute bound : {op.getMin(), op.getMax()}) {
    // R1: a bound that has a meaning for the elements.
    auto number = dyn_cast<FloatAttr>(bound);
    if (number && number.getValue().isNaN())
      return emitError(1) << "expects bounds that are numbers, but found NaN";
    if (number && info.element.isIntOrIndex())
      return emitError(1) << "expects integer bounds for elements "
                          << info.element << ", but found " << bound;
  }
  types.push_back(op.getX().getType());
  return success();
}

/// Fold `op(op(x))` to `op(x)`.
template <typename ConcreteOp>
static OpFoldResult foldIdempotent(ConcreteOp op) {
  auto inner = op.getX().template getDefiningOp<ConcreteOp>();
  if (inner && inner.getType() == op.getType())
    return foldTo(inner.getResult(), op);
  return {};
}

/// Fold `op(op(x))` to `x`.
template <typename ConcreteOp>
static OpFoldResult foldInvolution(ConcreteOp op) {
  auto inner = op.getX().template getDefiningOp<ConcreteOp>();
  if (inner && inner.getX().getType() == op.getType())
    return foldTo(inner.getX(), op);
  return {};
}

/// Fold rounding of integers, and of what is rounded already.
template <typename ConcreteOp>
static OpFoldResult foldRounding(ConcreteOp op) {
  if (op.getX().getType() != op.getType())
    return {};
  if (op.getType().getElementType().isIntOrIndex())
    return foldTo(op.getX(), op);
  if (op.getX().template getDefiningOp<CeilOp>() ||
      op.getX().template getDefiningOp<FloorOp>() ||
      op.getX().template getDefiningOp<RoundOp>() ||
      op.getX().template getDefiningOp<TruncOp>())
    return foldTo(op.getX(), op);
  return {};
}

OpFoldResult AbsOp::fold(FoldAdaptor) { return foldIdempotent(*this); }
OpFoldResult SignOp::fold(FoldAdaptor) { return foldIdempotent(*this); }
OpFoldResult CeilOp::fold(FoldAdaptor) { return foldRounding(*this); }
OpFoldResult FloorOp::fold(FoldAdaptor) { return foldRounding(*this); }
OpFoldResult RoundOp::fold(FoldAdaptor) { return foldRounding(*this); }
OpFoldResult TruncOp::fold(FoldAdaptor) { return foldRounding(*this); }
OpFoldResult NegativeOp::fold(FoldAdaptor) { return foldInvolution(*this); }
OpFoldResult BitwiseNotOp::fold(FoldAdaptor) { return foldInvolution(*this); }
OpFoldResult LogicalNotOp::fold(FoldAdaptor) { return foldInvolution(*this); }

OpFoldResult ClipOp::fold(FoldAdaptor) {
  auto inner = getX().getDefiningOp<ClipOp>();
  if (inner && inner.getType() == getType() && inner.getMin() == getMin() &&
      inner.getMax() == getMax())
    return foldTo(inner.getResult(), *this);
  return {};
}

void RelaxDialect::registerUnaryOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/UnaryOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/UnaryOps.cpp.inc"
