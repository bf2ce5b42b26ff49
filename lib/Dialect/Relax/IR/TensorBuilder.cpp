// Small steps over tensors, whose types follow from their operands.
//
// A null value goes through all steps, so that a rule can be written as one
// expression and asked for success once at the end. Types come from the
// operators' own rules; nothing is declared here.
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"

namespace mlir::relax {

//===-- Arithmetic --------------------------------------------------------===//

Value TensorBuilder::negate(Value x) { return emit<NegativeOp>(x); }

Value TensorBuilder::select(Value condition, Value yes, Value no) {
  return emit<WhereOp>({condition, yes, no});
}

Value TensorBuilder::keepWhere(Value condition, Value x) {
  return select(condition, x, number(0, x));
}

Value TensorBuilder::dropWhere(Value condition, Value x) {
  return select(condition, number(0, x), x);
}

/// A scalar of rank 0 broadcasts against anything, so one constant fits all
/// shapes.
Value TensorBuilder::number(double value, Value like) {
  if (!like)
    return {};
  auto element = dyn_cast<FloatType>(elementOf(like));
  if (!element)
    return {};
  auto type = RankedTensorType::get({}, element);
  return ConstantOp::create(
      builder, loc, type,
      DenseElementsAttr::get(type, builder.getFloatAttr(element, value)));
}

/// The number of elements as a tensor: a constant if known, else made of the
/// shape when the program runs.
Value TensorBuilder::count(ArrayRef<SymExprAttr> dims, Value like) {
  SymExprAttr total = relax::getNumElements(getContext(), dims);
  if (!total || !like)
    return {};
  if (std::optional<int64_t> known = total.getConstant())
    return number(double(*known), like);
  Value size = emit<ShapeToTensorOp>(shape(total));
  return cast(reshape(size, {}), elementOf(like));
}

Value TensorBuilder::zerosLike(Value x) { return emit<ZerosLikeOp>(x); }

Value TensorBuilder::cast(Value x, Type element) {
  if (!x || elementOf(x) == element)
    return x;
  AsTypeOp::Properties properties;
  properties.dtype = TypeAttr::get(element);
  return emit<AsTypeOp>(x, properties);
}

Value TensorBuilder::sum(Value x, ArrayRef<int64_t> axes, bool keep) {
  if (!x || axes.empty())
    return x;
  SumOp::Properties properties;
  properties.axis = builder.getDenseI64ArrayAttr(axes);
  properties.keepdims = builder.getBoolAttr(keep);
  return emit<SumOp>(x, properties);
}

Value TensorBuilder::mean(Value x, ArrayRef<int64_t> axes, bool keep) {
  MeanOp::Properties properties;
  properties.axis = builder.getDenseI64ArrayAttr(axes);
  properties.keepdims = builder.getBoolAttr(keep);
  return emit<MeanOp>(x, properties);
}

Value TensorBuilder::variance(Value x, ArrayRef<int64_t> axes, bool keep) {
  VarianceOp::Properties properties;
  properties.axis = builder.getDenseI64ArrayAttr(axes);
  properties.keepdims = builder.getBoolAttr(keep);
  return emit<VarianceOp>(x, properties);
}

//===-- Shapes ------------------------------------------------------------===//

Value TensorBuilder::shape(ArrayRef<SymExprAttr> dims) {
  return ShapeOp::create(builder, loc, ShapeType::get(getContext(), dims),
                         getSymExprArray(getContext(), dims));
}

Value TensorBuilder::shapeOf(Value x) {
  if (!x)
    return {};
  if (hasRank(x) && !llvm::is_contained(dimsOf(x), nullptr))
    return shape(dimsOf(x));
  return emit<ShapeOfOp>(x);
}

/// The types have to be known in full: `?` against `?` may be two sizes.
Value TensorBuilder::reshape(Value x, ArrayRef<SymExprAttr> dims) {
  if (!x || (hasRank(x) && ArrayRef(dimsOf(x)) == dims &&
             !llvm::is_contained(dims, nullptr)))
    return x;
  return emit<ReshapeOp>({x, shape(dims)});
}

Value TensorBuilder::reshapeLike(Value x, Value like) {
  if (!x || x.getType() == like.getType())
    return x;
  return emit<ReshapeOp>({x, shapeOf(like)});
}

Value TensorBuilder::broadcast(Value x, ArrayRef<SymExprAttr> dims) {
  if (!x)
    return x;
  return emit<BroadcastToOp>({x, shape(dims)});
}

Value TensorBuilder::broadcastLike(Value x, Value like) {
  if (!x)
    return x;
  return emit<BroadcastToOp>({x, shapeOf(like)});
}

/// The identity would be a copy of the tensor.
Value TensorBuilder::permute(Value x, ArrayRef<int64_t> axes) {
  if (llvm::equal(axes, llvm::seq<int64_t>(axes.size())))
    return x;
  PermuteDimsOp::Properties properties;
  properties.axes = builder.getDenseI64ArrayAttr(axes);
  return emit<PermuteDimsOp>(x, properties);
}

Value TensorBuilder::expand(Value x, ArrayRef<int64_t> axes) {
  if (axes.empty())
    return x;
  ExpandDimsOp::Properties properties;
  properties.axis = builder.getDenseI64ArrayAttr(axes);
  return emit<ExpandDimsOp>(x, properties);
}

Value TensorBuilder::flip(Value x, int64_t axis) {
  FlipOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  return emit<FlipOp>(x, properties);
}

Value TensorBuilder::slice(Value x, int64_t axis, SymExprAttr begin,
                           SymExprAttr end, int64_t stride) {
  if (!begin || !end)
    return {};
  StridedSliceOp::Properties properties;
  properties.axes = builder.getDenseI64ArrayAttr(axis);
  properties.begin = builder.getArrayAttr(begin);
  properties.end = builder.getArrayAttr(end);
  if (stride != 1)
    properties.strides = builder.getDenseI64ArrayAttr(stride);
  return emit<StridedSliceOp>(x, properties);
}

Value TensorBuilder::concat(ArrayRef<Value> parts, int64_t axis) {
  if (parts.size() == 1)
    return parts.front();
  ConcatOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  return emit<ConcatOp>(parts, properties);
}

Value TensorBuilder::matmul(Value lhs, Value rhs) {
  return emit<MatmulOp>({lhs, rhs});
}

Dims TensorBuilder::dimsOf(Value x) {
  return getDims(llvm::cast<RankedTensorType>(x.getType()));
}

bool TensorBuilder::hasRank(Value x) {
  return isa<RankedTensorType>(x.getType());
}

Type TensorBuilder::elementOf(Value x) {
  return llvm::cast<TensorType>(x.getType()).getElementType();
}

} // namespace mlir::relax
