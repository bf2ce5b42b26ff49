// The small steps that operators are put together from.
// Each step tolerates null operands, so an operator reads as arithmetic and
// looks for an error once. Thus accessors of types guard against null
// themselves.
#include "TensorMath.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::relax {

Value TensorMath::matmul(Value lhs, Value rhs) {
  return node.emit<MatmulOp>({lhs, rhs});
}

int64_t TensorMath::rank(Value x) {
  return x ? cast<RankedTensorType>(x.getType()).getRank() : 0;
}

Value TensorMath::reshape(Value x, ArrayRef<SymExprAttr> sizes) {
  return node.emit<ReshapeOp>({x, node.makeShape(sizes)});
}

Value TensorMath::permute(Value x, ArrayRef<int64_t> axes) {
  PermuteDimsOp::Properties properties;
  properties.axes = builder.getDenseI64ArrayAttr(axes);
  return node.emit<PermuteDimsOp>(x, properties);
}

Value TensorMath::transpose(Value x) {
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < rank(x); ++axis)
    axes.push_back(axis);
  // A vector has nothing to exchange.
  if (axes.size() > 1)
    std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
  return permute(x, axes);
}

Value TensorMath::expand(Value x, ArrayRef<int64_t> axes) {
  ExpandDimsOp::Properties properties;
  properties.axis = builder.getDenseI64ArrayAttr(axes);
  return node.emit<ExpandDimsOp>(x, properties);
}

Value TensorMath::squeeze(Value x, ArrayRef<int64_t> axes) {
  SqueezeOp::Properties properties;
  properties.axis = builder.getDenseI64ArrayAttr(axes);
  return node.emit<SqueezeOp>(x, properties);
}

Value TensorMath::broadcast(Value x, ArrayRef<SymExprAttr> sizes) {
  return node.emit<BroadcastToOp>({x, node.makeShape(sizes)});
}

Value TensorMath::concat(ArrayRef<Value> values, int64_t axis) {
  // One part would be a copy.
  if (values.size() == 1)
    return values.front();
  ConcatOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  return node.emit<ConcatOp>(alignAllBut(node, values, axis), properties);
}

Value TensorMath::flip(Value x, int64_t axis) {
  FlipOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  return node.emit<FlipOp>(x, properties);
}

Value TensorMath::slice(Value x, int64_t axis, SymExprAttr begin,
                        SymExprAttr end, int64_t step) {
  StridedSliceOp::Properties properties;
  properties.axes = builder.getDenseI64ArrayAttr(axis);
  properties.begin = builder.getArrayAttr(begin);
  properties.end = builder.getArrayAttr(end);
  if (step != 1)
    properties.strides = builder.getDenseI64ArrayAttr(step);
  return node.emit<StridedSliceOp>(x, properties);
}

Value TensorMath::element(Value x, int64_t axis, int64_t place) {
  return squeeze(slice(x, axis, place, place + 1), axis);
}

Value TensorMath::take(Value x, Value place, int64_t axis) {
  TakeOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  return node.emit<TakeOp>({x, place}, properties);
}

Value TensorMath::pad(Value x, int64_t axis, int64_t before, int64_t after,
                      double fill) {
  // A pad of nothing would still copy.
  if (before == 0 && after == 0)
    return x;
  SmallVector<int64_t> widths(2 * rank(x), 0);
  if (!x)
    return x;
  widths[2 * axis] = before;
  widths[2 * axis + 1] = after;
  PadOp::Properties properties;
  properties.pad_width = builder.getDenseI64ArrayAttr(widths);
  properties.pad_value = builder.getF64FloatAttr(fill);
  return node.emit<PadOp>(x, properties);
}

// Numbers that follow from sizes are made by an op, since a constant needs the
// size at import.
Value TensorMath::range(SymExprAttr begin, SymExprAttr end, Type element) {
  ArangeOp::Properties properties;
  properties.start = begin;
  properties.end = end;
  properties.step = node.makeExpr(1);
  properties.dtype = TypeAttr::get(element);
  return node.emit<ArangeOp>({}, properties);
}

Value TensorMath::number(double value, Value like) {
  return like ? node.makeScalar(value, getElementTypeOrSelf(like.getType()))
              : like;
}

Value TensorMath::zeros(ArrayRef<SymExprAttr> sizes, Type element) {
  return node.emit<FullOp>(
      {node.makeShape(sizes), node.makeScalar(0, element)});
}

} // namespace mlir::relax
