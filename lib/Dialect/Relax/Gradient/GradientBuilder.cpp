// What the rules of derivatives are written with: small steps over tensors.
#include "Relax/Dialect/Relax/Gradient/GradientBuilder.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"

namespace mlir::relax {

GradientBuilder::GradientBuilder(OpBuilder &builder, Operation *op,
                                 ArrayRef<Value> adjoints,
                                 ArrayRef<bool> needed, Recall recall)
    : builder(builder), op(op), loc(op->getLoc()), adjoints(adjoints),
      given(op->getNumOperands()), needed(needed), recall(recall) {}

//===-- Start and end of a rule -------------------------------------------===//

Value GradientBuilder::adjoint(unsigned index) {
  if (!adjoints[index])
    adjoints[index] = zerosLike(result(index));
  return adjoints[index];
}

void GradientBuilder::give(unsigned operand, Value adjoint) {
  if (!needs(operand))
    return;
  if (!adjoint)
    return refuse("its types say too little; make types precise with "
                  "relax-infer-types");
  given[operand] = cast(adjoint, elementOf(op->getOperand(operand)));
}

/// Sum over the axes that the operand lacks or has with size 1.
void GradientBuilder::giveCollapsed(unsigned operand, Value adjoint) {
  Value like = op->getOperand(operand);
  if (!needs(operand))
    return;
  if (!adjoint || !hasRank(adjoint) || !hasRank(like))
    return give(operand, emit<CollapseSumLikeOp>({adjoint, recall(like)}));
  Dims dims = dimsOf(adjoint), wanted = dimsOf(like);
  size_t added = dims.size() - wanted.size();
  auto axes = llvm::to_vector(llvm::seq<int64_t>(added));
  for (auto [axis, dim] : llvm::enumerate(wanted)) {
    SymExprAttr found = dims[added + axis];
    if (dim && compareDims(found, dim) == Proof::Equal)
      continue;
    if (!dim || dim.getConstant() != 1)
      return give(operand, emit<CollapseSumLikeOp>({adjoint, recall(like)}));
    axes.push_back(added + axis);
  }
  if (axes.empty())
    return give(operand, adjoint);
  give(operand, reshape(sum(adjoint, axes), wanted));
}

void GradientBuilder::refuse(const Twine &why) {
  if (reason.empty())
    reason = why.str();
}

bool GradientBuilder::expectRank(Value value) {
  if (!hasRank(value))
    refuse("the rank of a tensor is not known; say it with relax.match_cast, "
           "or make types precise with relax-infer-types");
  return hasRank(value);
}

bool GradientBuilder::expectDims(Value value) {
  if (!expectRank(value))
    return false;
  bool known = !llvm::is_contained(dimsOf(value), nullptr);
  if (!known)
    refuse("the sizes of a tensor are not known; name them with "
           "relax.match_cast, or make types precise with relax-infer-types");
  return known;
}

//===-- Arithmetic --------------------------------------------------------===//

Value GradientBuilder::negate(Value x) { return emit<NegativeOp>(x); }

Value GradientBuilder::select(Value condition, Value yes, Value no) {
  return emit<WhereOp>({condition, yes, no});
}

Value GradientBuilder::keepWhere(Value condition, Value x) {
  return select(condition, x, number(0, x));
}

Value GradientBuilder::dropWhere(Value condition, Value x) {
  return select(condition, number(0, x), x);
}

Value GradientBuilder::number(double value, Value like) {
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

Value GradientBuilder::count(ArrayRef<SymExprAttr> dims, Value like) {
  SymExprAttr total = relax::getNumElements(getContext(), dims);
  if (!total || !like)
    return {};
  if (std::optional<int64_t> known = total.getConstant())
    return number(double(*known), like);
  Value size = emit<ShapeToTensorOp>(shape(total));
  return cast(reshape(size, {}), elementOf(like));
}

Value GradientBuilder::zerosLike(Value x) { return emit<ZerosLikeOp>(x); }

Value GradientBuilder::cast(Value x, Type element) {
  if (!x || elementOf(x) == element)
    return x;
  AsTypeOp::Properties properties;
  properties.dtype = TypeAttr::get(element);
  return emit<AsTypeOp>(x, properties);
}

Value GradientBuilder::sum(Value x, ArrayRef<int64_t> axes, bool keep) {
  if (!x || axes.empty())
    return x;
  SumOp::Properties properties;
  properties.axis = builder.getDenseI64ArrayAttr(axes);
  properties.keepdims = builder.getBoolAttr(keep);
  return emit<SumOp>(x, properties);
}

Value GradientBuilder::mean(Value x, ArrayRef<int64_t> axes) {
  MeanOp::Properties properties;
  properties.axis = builder.getDenseI64ArrayAttr(axes);
  properties.keepdims = builder.getBoolAttr(true);
  return emit<MeanOp>(x, properties);
}

//===-- Shapes ------------------------------------------------------------===//

Value GradientBuilder::shape(ArrayRef<SymExprAttr> dims) {
  return ShapeOp::create(builder, loc, ShapeType::get(getContext(), dims),
                         getSymExprArray(getContext(), dims));
}

Value GradientBuilder::shapeOf(Value x) {
  if (!x)
    return {};
  if (hasRank(x) && !llvm::is_contained(dimsOf(x), nullptr))
    return shape(dimsOf(x));
  return emit<ShapeOfOp>(x);
}

Value GradientBuilder::reshape(Value x, ArrayRef<SymExprAttr> dims) {
  if (!x || (hasRank(x) && ArrayRef(dimsOf(x)) == dims &&
             !llvm::is_contained(dims, nullptr)))
    return x;
  return emit<ReshapeOp>({x, shape(dims)});
}

Value GradientBuilder::reshapeLike(Value x, Value like) {
  if (!x || x.getType() == like.getType())
    return x;
  return emit<ReshapeOp>({x, shapeOf(like)});
}

Value GradientBuilder::broadcast(Value x, ArrayRef<SymExprAttr> dims) {
  if (!x)
    return x;
  return emit<BroadcastToOp>({x, shape(dims)});
}

Value GradientBuilder::broadcastLike(Value x, Value like) {
  if (!x)
    return x;
  return emit<BroadcastToOp>({x, shapeOf(like)});
}

Value GradientBuilder::permute(Value x, ArrayRef<int64_t> axes) {
  if (llvm::equal(axes, llvm::seq<int64_t>(axes.size())))
    return x;
  PermuteDimsOp::Properties properties;
  properties.axes = builder.getDenseI64ArrayAttr(axes);
  return emit<PermuteDimsOp>(x, properties);
}

Value GradientBuilder::expand(Value x, ArrayRef<int64_t> axes) {
  if (axes.empty())
    return x;
  ExpandDimsOp::Properties properties;
  properties.axis = builder.getDenseI64ArrayAttr(axes);
  return emit<ExpandDimsOp>(x, properties);
}

Value GradientBuilder::flip(Value x, int64_t axis) {
  FlipOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  return emit<FlipOp>(x, properties);
}

Value GradientBuilder::slice(Value x, int64_t axis, SymExprAttr begin,
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

Value GradientBuilder::concat(ArrayRef<Value> parts, int64_t axis) {
  if (parts.size() == 1)
    return parts.front();
  ConcatOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  return emit<ConcatOp>(parts, properties);
}

Value GradientBuilder::matmul(Value lhs, Value rhs) {
  return emit<MatmulOp>({lhs, rhs});
}

Dims GradientBuilder::dimsOf(Value x) {
  return getDims(llvm::cast<RankedTensorType>(x.getType()));
}

bool GradientBuilder::hasRank(Value x) {
  return isa<RankedTensorType>(x.getType());
}

Type GradientBuilder::elementOf(Value x) {
  return llvm::cast<TensorType>(x.getType()).getElementType();
}

} // namespace mlir::relax
