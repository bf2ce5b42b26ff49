// Steps that add a layer of a network: operators whose weights fit what is
// there, in the forms that passes look for.
#include "BodyGenerator.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/IR/AffineMap.h"

namespace mlir::relax {

Value BodyGenerator::addWeight(ArrayRef<int64_t> shape, Type element) {
  auto type = RankedTensorType::get(shape, element);
  SmallVector<Attribute> values;
  for (int64_t i = 0, count = type.getNumElements(); i < count; ++i) {
    int64_t value = int64_t(decisions.below(5)) - 2;
    if (auto real = dyn_cast<FloatType>(element))
      values.push_back(builder.getFloatAttr(real, double(value) / 2));
    else
      values.push_back(builder.getIntegerAttr(element, value));
  }
  OperationState state(builder.getUnknownLoc(), "relax.constant");
  state.addAttribute("value", DenseElementsAttr::get(type, values));
  state.addTypes(type);
  Value weight = builder.create(state)->getResult(0);
  pool.push_back(weight);
  // One that is computed is a constant to some passes only.
  return decisions.oneIn(3) ? tryValue("relax.abs", weight) : weight;
}

Value BodyGenerator::tryValue(StringRef name, ValueRange operands,
                              ArrayRef<NamedAttribute> attributes) {
  if (llvm::is_contained(operands, Value()))
    return {};
  size_t before = pool.size();
  return tryOp(name, operands, attributes) ? pool[before] : Value();
}

/// Sizes of what a layer makes; the least first.
static constexpr int64_t kSizes[] = {2, 1, 3, 4};

bool BodyGenerator::addLinear() {
  Value x = pickTensor(Elements::Number, 1);
  if (!x)
    return false;
  auto type = cast<RankedTensorType>(x.getType());
  Type element = type.getElementType();
  int64_t depth = type.getShape().back(), width = decisions.pick(kSizes);
  constexpr int64_t kMaxDepth = 16;
  if (ShapedType::isDynamic(depth) || depth > kMaxDepth)
    return false;
  Value weight = addWeight({depth, width}, element);
  auto multiply = [&](Value left, Value right) {
    return tryValue("relax.matmul", {left, right});
  };
  switch (decisions.below(6)) {
  case 0:
    return bool(multiply(x, weight));
  case 1: // weights that are stored the other way round
    return bool(multiply(
        x, tryValue("relax.permute_dims", addWeight({width, depth}, element),
                    named("axes", builder.getDenseI64ArrayAttr({1, 0})))));
  case 2: // several of one input
    for (uint64_t i = 0, count = 1 + decisions.below(3); i < count; ++i)
      multiply(x, addWeight({depth, decisions.pick(kSizes)}, element));
    return bool(multiply(x, weight));
  case 3: { // one after the other, or the weights first
    Value last = addWeight({width, depth}, element);
    return bool(decisions.oneIn(2) ? multiply(multiply(x, weight), last)
                                   : multiply(x, multiply(weight, last)));
  }
  case 4:
    return bool(
        multiply(x, tryValue("relax.add",
                             {weight, addWeight({depth, width}, element)})));
  default:
    return bool(
        multiply(x, tryValue("relax.take",
                             {weight, addWeight({decisions.pick(kSizes)},
                                                builder.getI64Type())},
                             {named("axis", builder.getI64IntegerAttr(1)),
                              named("mode", builder.getStringAttr("clip"))})));
  }
}

Value BodyGenerator::makeImage(Value x) {
  constexpr int64_t kImageRank = 4;
  int64_t missing = kImageRank - cast<RankedTensorType>(x.getType()).getRank();
  if (missing < 0)
    return {};
  if (missing == 0)
    return x;
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, missing));
  return tryValue("relax.expand_dims", x,
                  named("axis", builder.getDenseI64ArrayAttr(axes)));
}

Value BodyGenerator::addBatchNorm(Value image) {
  auto type = cast<RankedTensorType>(image.getType());
  int64_t channels = type.getDimSize(1);
  SmallVector<Value> operands{image};
  for (unsigned i = 0; i != 4; ++i)
    operands.push_back(addWeight({channels}, type.getElementType()));
  // A variance is not negative.
  operands.back() = tryValue("relax.abs", operands.back());
  return tryValue("relax.nn.batch_norm", operands,
                  {named("axis", builder.getI64IntegerAttr(1)),
                   named("training", builder.getBoolAttr(decisions.oneIn(4)))});
}

bool BodyGenerator::addImageLayer() {
  Value x = pickTensor(Elements::Float, 1);
  Value image = x ? makeImage(x) : Value();
  if (!image)
    return false;
  auto type = cast<RankedTensorType>(image.getType());
  int64_t channels = type.getDimSize(1);
  constexpr int64_t kMaxChannels = 8;
  if (ShapedType::isDynamic(channels) || channels > kMaxChannels)
    return false;
  int64_t groups = channels % 2 == 0 && decisions.oneIn(4) ? 2 : 1;
  int64_t results = groups * decisions.pick(kSizes);
  auto pickSome = [&](unsigned count, int64_t least) {
    SmallVector<int64_t> picked;
    for (unsigned i = 0; i != count; ++i)
      picked.push_back(least + int64_t(decisions.below(2)));
    return builder.getDenseI64ArrayAttr(picked);
  };
  Value weight =
      addWeight({results, channels / groups, int64_t(1 + decisions.below(2)),
                 int64_t(1 + decisions.below(2))},
                type.getElementType());
  Value made = tryValue("relax.nn.conv2d", {image, weight},
                        {named("strides", pickSome(2, 1)),
                         named("padding", pickSome(4, 0)),
                         named("groups", builder.getI64IntegerAttr(groups))});
  if (made && decisions.oneIn(2))
    made = tryValue("relax.add",
                    {made, addWeight({results, 1, 1}, type.getElementType())});
  if (made && decisions.oneIn(3))
    made = addBatchNorm(made);
  if (made && decisions.oneIn(2))
    made = tryValue("relax.nn.relu", made);
  if (made && decisions.oneIn(4))
    made = tryValue(decisions.oneIn(2) ? "relax.nn.max_pool2d"
                                       : "relax.nn.avg_pool2d",
                    made, named("pool_size", pickSome(2, 1)));
  return bool(made);
}

bool BodyGenerator::addRotatedJoin() {
  Value x = pickTensor(Elements::Any, 2);
  if (!x)
    return false;
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  SmallVector<int64_t> order{rank - 1};
  llvm::append_range(order, llvm::seq<int64_t>(0, rank - 1));
  NamedAttribute axes = named("axes", builder.getDenseI64ArrayAttr(order));
  Value first = tryValue("relax.permute_dims", x, axes);
  Value second = tryValue("relax.permute_dims", pickLike(x), axes);
  return bool(tryValue(
      "relax.concat", {first, second},
      named("axis", builder.getI64IntegerAttr(decisions.below(rank)))));
}

bool BodyGenerator::addBlocking() {
  Value x = pickTensor(Elements::Any, 2);
  if (!x)
    return false;
  auto type = cast<RankedTensorType>(x.getType());
  int64_t width = type.getShape().back();
  if (type.getRank() != 2 || ShapedType::isDynamic(width) || width == 0 ||
      width % 2 != 0)
    return false;
  AffineExpr i = builder.getAffineDimExpr(0), j = builder.getAffineDimExpr(1),
             k = builder.getAffineDimExpr(2);
  auto transform = [&](Value value, unsigned rank, ArrayRef<AffineExpr> to) {
    AffineMap map = AffineMap::get(rank, 0, to, builder.getContext());
    return tryValue("relax.layout_transform", value,
                    named("index_map", AffineMapAttr::get(map)));
  };
  Value blocks = transform(x, 2, {j.floorDiv(2), i, j % 2});
  if (blocks && decisions.oneIn(2))
    blocks = tryValue("relax.negative", blocks);
  return blocks && transform(blocks, 3, {j, i * 2 + k});
}

} // namespace mlir::relax
