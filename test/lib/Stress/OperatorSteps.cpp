// Steps that add an operator on tensors.
#include "BodyGenerator.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

namespace {
struct NamedOperator {
  StringRef name;
  Elements elements;
};
} // namespace

bool BodyGenerator::addUnary() {
  static constexpr NamedOperator operators[] = {
      {"relax.nn.relu", Elements::Number},
      {"relax.exp", Elements::Float},
      {"relax.negative", Elements::Number},
      {"relax.abs", Elements::Number},
      {"relax.sqrt", Elements::Float},
      {"relax.tanh", Elements::Float},
      {"relax.sigmoid", Elements::Float},
      {"relax.floor", Elements::Float},
      {"relax.round", Elements::Float},
      {"relax.sign", Elements::Number},
      {"relax.square", Elements::Number},
      {"relax.isnan", Elements::Float},
      {"relax.isfinite", Elements::Float},
      {"relax.nn.gelu", Elements::Float},
      {"relax.nn.silu", Elements::Float},
      {"relax.erf", Elements::Float},
      {"relax.log", Elements::Float},
      {"relax.sin", Elements::Float},
      {"relax.logical_not", Elements::Bool},
      {"relax.rsqrt", Elements::Float},
      {"relax.bitwise_not", Elements::Integer},
      {"relax.acos", Elements::Float},
      {"relax.acosh", Elements::Float},
      {"relax.asin", Elements::Float},
      {"relax.asinh", Elements::Float},
      {"relax.atan", Elements::Float},
      {"relax.atanh", Elements::Float},
      {"relax.ceil", Elements::Float},
      {"relax.cos", Elements::Float},
      {"relax.cosh", Elements::Float},
      {"relax.isinf", Elements::Float},
      {"relax.sinh", Elements::Float},
      {"relax.tan", Elements::Float},
      {"relax.trunc", Elements::Float},
      {"relax.nn.gelu_tanh", Elements::Float},
      {"relax.nn.leakyrelu", Elements::Float},
      {"relax.nn.selu", Elements::Float},
      {"relax.nn.softplus", Elements::Float},
      {"relax.nn.batch_flatten", Elements::Any},
      {"relax.nn.dropout", Elements::Float},
      {"relax.median", Elements::Float},
      {"relax.eye_like", Elements::Number},
      {"relax.size", Elements::Any},
      {"relax.builtin.stop_lift_params", Elements::Any}};
  NamedOperator chosen = decisions.pick(operators);
  Value x = pickTensor(chosen.elements);
  return x && tryOp(chosen.name, x);
}

bool BodyGenerator::addBinary() {
  static constexpr NamedOperator arithmetic[] = {
      {"relax.add", Elements::Number},
      {"relax.multiply", Elements::Number},
      {"relax.subtract", Elements::Number},
      {"relax.maximum", Elements::Number},
      {"relax.minimum", Elements::Number},
      {"relax.divide", Elements::Float},
      {"relax.power", Elements::Float}};
  static constexpr NamedOperator others[] = {
      {"relax.bitwise_and", Elements::Integer},
      {"relax.bitwise_xor", Elements::Integer},
      {"relax.logical_and", Elements::Bool},
      {"relax.logical_or", Elements::Bool},
      {"relax.logical_xor", Elements::Bool},
      {"relax.atan2", Elements::Float},
      {"relax.log_add_exp", Elements::Float},
      {"relax.floor_divide", Elements::Integer},
      {"relax.floor_mod", Elements::Integer},
      {"relax.mod", Elements::Integer},
      {"relax.bitwise_or", Elements::Integer},
      {"relax.left_shift", Elements::Integer},
      {"relax.right_shift", Elements::Integer},
      {"relax.outer", Elements::Number},
      {"relax.meshgrid", Elements::Number},
      {"relax.collapse_sum_like", Elements::Number}};
  NamedOperator chosen =
      decisions.oneIn(2) ? decisions.pick(arithmetic) : decisions.pick(others);
  Value x = pickTensor(chosen.elements);
  if (!x)
    return false;
  SmallVector<Value> operands{x, pickLike(x)};
  if (decisions.oneIn(2))
    std::swap(operands[0], operands[1]);
  return tryOp(chosen.name, operands);
}

bool BodyGenerator::addComparison() {
  static constexpr StringRef operators[] = {
      "relax.less",  "relax.greater_equal", "relax.less_equal",
      "relax.equal", "relax.not_equal",     "relax.greater"};
  Value x = pickTensor(Elements::Number);
  return x && tryOp(decisions.pick(operators), {x, pickLike(x)});
}

/// Two comparisons, joined, and a choice by what comes out: truth values are
/// otherwise too rare to decide anything.
bool BodyGenerator::addLogic() {
  Value x = pickTensor(Elements::Number);
  if (!x)
    return false;
  Value y = pickLike(x);
  if (!tryOp("relax.greater", {x, y}))
    return false;
  Value condition = pool.back();
  if (tryOp(decisions.oneIn(2) ? "relax.less" : "relax.not_equal",
            {x, pickLike(x)}) &&
      pool.back().getType() == condition.getType()) {
    static constexpr StringRef joins[] = {
        "relax.logical_and", "relax.logical_or", "relax.logical_xor"};
    tryOp(decisions.pick(joins), {condition, pool.back()});
  }
  if (decisions.oneIn(2))
    tryOp("relax.logical_not", pool.back());
  return tryOp("relax.where", {pool.back(), x, y});
}

bool BodyGenerator::addCast() {
  Value x = pickTensor(Elements::Any);
  return x &&
         tryOp("relax.astype", x, named("dtype", TypeAttr::get(pickElement())));
}

/// Some axes of a tensor, each once; negative ones now and then.
static SmallVector<int64_t> pickAxes(Decisions &decisions, int64_t rank) {
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (decisions.oneIn(2))
      axes.push_back(decisions.oneIn(4) ? axis - rank : axis);
  return axes;
}

bool BodyGenerator::addReduction() {
  static constexpr NamedOperator operators[] = {
      {"relax.sum", Elements::Number}, {"relax.max", Elements::Number},
      {"relax.mean", Elements::Float}, {"relax.prod", Elements::Number},
      {"relax.min", Elements::Number}, {"relax.variance", Elements::Float},
  };
  NamedOperator chosen = decisions.pick(operators);
  Value x = pickTensor(chosen.elements);
  if (!x)
    return false;
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  SmallVector<NamedAttribute> attributes;
  if (!decisions.oneIn(4))
    attributes.push_back(
        named("axis", builder.getDenseI64ArrayAttr(pickAxes(decisions, rank))));
  attributes.push_back(
      named("keepdims", builder.getBoolAttr(decisions.oneIn(2))));
  return tryOp(chosen.name, x, attributes);
}

bool BodyGenerator::addRearrangement() {
  Value x = pickTensor(Elements::Any);
  if (!x)
    return false;
  auto type = cast<RankedTensorType>(x.getType());
  int64_t rank = type.getRank();
  switch (decisions.below(6)) {
  case 0: {
    SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    for (int64_t i = rank - 1; i > 0; --i)
      std::swap(order[i], order[decisions.below(i + 1)]);
    return tryOp("relax.permute_dims", x,
                 named("axes", builder.getDenseI64ArrayAttr(order)));
  }
  case 1:
    return tryOp("relax.expand_dims", x,
                 named("axis", builder.getDenseI64ArrayAttr(
                                   int64_t(decisions.below(rank + 1)))));
  case 2:
    return tryOp("relax.squeeze", x);
  case 3:
    return tryOp("relax.flatten", x);
  case 4:
    return tryOp("relax.flip", x,
                 named("axis", builder.getI64IntegerAttr(decisions.below(
                                   std::max<int64_t>(rank, 1)))));
  default: {
    // A new leading axis that the values are repeated along.
    SmallVector<SymExprAttr> dims = getDims(type);
    if (llvm::is_contained(dims, SymExprAttr()))
      return false;
    dims.insert(dims.begin(), SymExprAttr::constant(builder.getContext(),
                                                    decisions.below(4)));
    SmallVector<Attribute> values(dims.begin(), dims.end());
    if (!tryOp("relax.shape", {},
               named("values", builder.getArrayAttr(values))))
      return false;
    return tryOp("relax.broadcast_to", {x, pool.back()});
  }
  }
}

bool BodyGenerator::addAxisOp() {
  static constexpr NamedOperator operators[] = {
      {"relax.nn.softmax", Elements::Float},
      {"relax.cumsum", Elements::Number},
      {"relax.argmax", Elements::Number},
      {"relax.nn.log_softmax", Elements::Float}};
  NamedOperator chosen = decisions.pick(operators);
  Value x = pickTensor(chosen.elements, 1);
  if (!x)
    return false;
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  return tryOp(chosen.name, x,
               named("axis", builder.getI64IntegerAttr(decisions.below(rank))));
}

bool BodyGenerator::addJoin() {
  Value x = pickTensor(Elements::Any, 1);
  if (!x)
    return false;
  SmallVector<Value> tensors{x};
  for (Value value : pool)
    if (value.getType() == x.getType() && tensors.size() < 4 &&
        decisions.oneIn(2))
      tensors.push_back(value);
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  NamedAttribute axis =
      named("axis", builder.getI64IntegerAttr(decisions.below(rank)));
  return tryOp(decisions.oneIn(3) ? "relax.stack" : "relax.concat", tensors,
               axis);
}

bool BodyGenerator::addProduct() {
  Value x = pickTensor(Elements::Number, 1);
  if (!x)
    return false;
  SmallVector<Value> fitting;
  for (Value value : pool)
    if (hasElements(value.getType(), Elements::Number) &&
        cast<RankedTensorType>(value.getType()).getElementType() ==
            cast<RankedTensorType>(x.getType()).getElementType())
      fitting.push_back(value);
  return tryOp("relax.matmul", {x, decisions.pick(fitting)});
}

bool BodyGenerator::addChoice() {
  Value condition = pickTensor(Elements::Bool);
  Value x = pickTensor(Elements::Any);
  return condition && x && tryOp("relax.where", {condition, x, pickLike(x)});
}

bool BodyGenerator::addCreation() {
  Value x = pickTensor(Elements::Any);
  return x &&
         tryOp(decisions.oneIn(2) ? "relax.ones_like" : "relax.zeros_like", x);
}

bool BodyGenerator::addConstant() {
  static constexpr int64_t sizes[] = {1, 0, 2, 3, 4, 5};
  SmallVector<int64_t> shape;
  for (uint64_t i = 0, rank = decisions.below(3); i < rank; ++i)
    shape.push_back(decisions.pick(sizes));
  auto type = RankedTensorType::get(shape, pickElement());
  SmallVector<Attribute> values;
  for (int64_t i = 0, count = type.getNumElements(); i < count; ++i) {
    int64_t value = int64_t(decisions.below(7)) - 3;
    if (auto element = dyn_cast<FloatType>(type.getElementType()))
      values.push_back(builder.getFloatAttr(element, double(value) / 2));
    else
      values.push_back(builder.getIntegerAttr(
          type.getElementType(),
          type.getElementType().isInteger(1) ? value & 1 : value));
  }
  OperationState state(builder.getUnknownLoc(), "relax.constant");
  state.addAttribute("value", DenseElementsAttr::get(type, values));
  state.addTypes(type);
  return keepIfLegal(builder.create(state));
}

} // namespace mlir::relax
