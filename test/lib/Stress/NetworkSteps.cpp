// Steps that add the larger operators of networks: norms, attention, windows
// of one and three axes, resizes, einsum, scans.
#include "BodyGenerator.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

/// The size of an axis if it is a small number, else 0.
/// Weights are constants in the module's text: 8 keeps a reduced failure
/// readable.
static int64_t getSmallSize(Value x, int64_t axis) {
  constexpr int64_t kMaxSize = 8;
  int64_t size = cast<RankedTensorType>(x.getType()).getDimSize(axis);
  return ShapedType::isDynamic(size) || size > kMaxSize ? 0 : size;
}

bool BodyGenerator::addNorm() {
  Value x = pickTensor(Elements::Float, 1);
  if (!x)
    return false;
  auto type = cast<RankedTensorType>(x.getType());
  Type element = type.getElementType();
  int64_t last = type.getRank() - 1, width = getSmallSize(x, last);
  if (width == 0)
    return false;
  switch (decisions.below(4)) {
  case 0:
    return tryOp("relax.nn.layer_norm",
                 {x, addWeight(width, element), addWeight(width, element)},
                 numbers("axes", last));
  case 1:
    return tryOp("relax.nn.rms_norm", {x, addWeight(width, element)},
                 numbers("axes", decisions.oneIn(2) ? last : -1));
  default: {
    int64_t channels = last >= 2 ? getSmallSize(x, 1) : 0;
    if (channels == 0)
      return false;
    SmallVector<int64_t> axes =
        llvm::to_vector(llvm::seq<int64_t>(2, last + 1));
    SmallVector<NamedAttribute> attributes{
        named("channel_axis", builder.getI64IntegerAttr(1)),
        numbers("axes", axes)};
    SmallVector<Value> operands{x, addWeight(channels, element),
                                addWeight(channels, element)};
    if (decisions.oneIn(2))
      return tryOp("relax.nn.instance_norm", operands, attributes);
    int64_t groups = channels % 2 == 0 && decisions.oneIn(2) ? 2 : 1;
    attributes.push_back(
        named("num_groups", builder.getI64IntegerAttr(groups)));
    return tryOp("relax.nn.group_norm", operands, attributes);
  }
  }
}

// Key and value are one tensor, since a third tensor of these sizes would
// seldom be in the pool; their sizes differ from the query's in a third of the
// cases.
bool BodyGenerator::addAttention() {
  Value x = pickTensor(Elements::Float, 1);
  Value query = x ? makeImage(x) : Value();
  if (!query)
    return false;
  // Keys are more or fewer than queries now and then.
  Value key = query;
  if (decisions.oneIn(3))
    key = tryValue("relax.concat", {query, query},
                   named("axis", builder.getI64IntegerAttr(1)));
  SmallVector<NamedAttribute> attributes;
  if (decisions.oneIn(3))
    attributes.push_back(named(
        "causal_mask",
        builder.getStringAttr(decisions.oneIn(2) ? "TopLeft" : "BottomRight")));
  return bool(tryValue("relax.nn.attention", {query, key, key}, attributes));
}

bool BodyGenerator::addWindow() {
  Value x = pickTensor(Elements::Float, 1);
  if (!x)
    return false;
  auto type = cast<RankedTensorType>(x.getType());
  // One to three axes of space, of what rank there is: a tensor of any rank
  // then reaches a window, in place of the few that have rank 3, 4 or 5.
  int64_t space =
      std::min<int64_t>(3, std::max<int64_t>(1, type.getRank() - 2));
  SmallVector<int64_t> axes =
      llvm::to_vector(llvm::seq<int64_t>(0, space + 2 - type.getRank()));
  Value image = axes.empty()
                    ? x
                    : tryValue("relax.expand_dims", x, numbers("axis", axes));
  int64_t channels = image ? getSmallSize(image, 1) : 0;
  if (channels == 0)
    return false;
  std::string suffix = std::to_string(space) + "d";
  SmallVector<int64_t> window, strides, padding;
  for (int64_t axis = 0; axis < space; ++axis) {
    window.push_back(1 + decisions.below(2));
    strides.push_back(1 + decisions.below(2));
  }
  for (int64_t side = 0; side < 2 * space; ++side)
    padding.push_back(decisions.below(2));
  SmallVector<NamedAttribute> attributes{numbers("strides", strides)};
  if (decisions.oneIn(3)) {
    attributes.push_back(numbers("pool_size", window));
    return tryOp(
        (decisions.oneIn(2) ? "relax.nn.max_pool" : "relax.nn.avg_pool") +
            suffix,
        image, attributes);
  }
  attributes.push_back(numbers("padding", padding));
  bool transposed = decisions.oneIn(2);
  SmallVector<int64_t> shape{1 + int64_t(decisions.below(3)), channels};
  if (transposed)
    std::swap(shape[0], shape[1]);
  shape.append(window);
  return tryOp("relax.nn.conv" + suffix + (transposed ? "_transpose" : ""),
               {image, addWeight(shape, type.getElementType())}, attributes);
}

bool BodyGenerator::addResize() {
  Value x = pickTensor(Elements::Float, 1);
  Value image = x ? makeImage(x) : Value();
  if (!image)
    return false;
  SmallVector<Attribute> sizes;
  for (unsigned axis = 0; axis != 2; ++axis)
    sizes.push_back(
        SymExprAttr::constant(builder.getContext(), 1 + decisions.below(5)));
  Value size =
      tryValue("relax.shape", {}, named("values", builder.getArrayAttr(sizes)));
  // The nearest of two places at one distance is a matter of the last bit.
  static constexpr StringRef methods[] = {"linear", "cubic"};
  static constexpr StringRef modes[] = {"half_pixel", "align_corners",
                                        "asymmetric", "pytorch_half_pixel"};
  return bool(
      tryValue("relax.image.resize2d", {image, size},
               {named("method", builder.getStringAttr(decisions.pick(methods))),
                named("coordinate_transformation_mode",
                      builder.getStringAttr(decisions.pick(modes)))}));
}

bool BodyGenerator::addEinsum() {
  Value x = pickTensor(Elements::Number, 2);
  if (!x || cast<RankedTensorType>(x.getType()).getRank() != 2)
    return false;
  static constexpr StringRef ofTwo[] = {"ij,ij->i", "ij,kj->ik", "ij,ij->"};
  static constexpr StringRef ofOne[] = {"ij->ji", "ij->j", "ij->"};
  if (decisions.oneIn(2))
    return tryOp(
        "relax.einsum", x,
        named("subscripts", builder.getStringAttr(decisions.pick(ofOne))));
  return tryOp(
      "relax.einsum", {x, pickLike(x)},
      named("subscripts", builder.getStringAttr(decisions.pick(ofTwo))));
}

// Scans are the only operators here whose steps depend on each other, so that a
// loop which is wrongly parallel shows.
bool BodyGenerator::addScan() {
  Value x = pickTensor(Elements::Number, 1);
  return x &&
         tryOp(decisions.oneIn(2) ? "relax.cumsum" : "relax.cumprod", x,
               {axisOf(x),
                named("exclusive", builder.getBoolAttr(decisions.oneIn(2)))});
}

bool BodyGenerator::addEncoding() {
  Value x = pickTensor(Elements::Float, 1);
  if (!x)
    return false;
  Type element = cast<RankedTensorType>(x.getType()).getElementType();
  Type i8 = builder.getI8Type();
  // Both directions together: a quantized tensor alone would seldom find
  // another op of 8 bits, and the pair is what the integer products look for.
  Value scale = addWeight({}, element), zero = addWeight({}, i8);
  Value coded = tryValue("relax.quantize", {x, scale, zero},
                         named("out_dtype", TypeAttr::get(i8)));
  return coded && tryOp("relax.dequantize", {coded, scale, zero},
                        named("out_dtype", TypeAttr::get(element)));
}

bool BodyGenerator::addAdaptivePool() {
  Value x = pickTensor(Elements::Float, 1);
  Value image = x ? makeImage(x) : Value();
  if (!image)
    return false;
  SmallVector<int64_t> sizes{1 + int64_t(decisions.below(3)),
                             1 + int64_t(decisions.below(3))};
  return tryOp("relax.nn.adaptive_avg_pool2d", image,
               numbers("output_size", sizes));
}

bool BodyGenerator::addMiscellany() {
  Value x = pickTensor(Elements::Number, 1);
  if (!x)
    return false;
  auto type = cast<RankedTensorType>(x.getType());
  int64_t rank = type.getRank(), axis = decisions.below(rank);
  Type element = type.getElementType();
  NamedAttribute along = named("axis", builder.getI64IntegerAttr(axis));
  switch (decisions.below(8)) {
  case 0:
    return tryOp("relax.std", x, numbers("axis", axis));
  case 1:
    return tryOp("relax.argmin", x, along);
  case 2:
    return tryOp("relax.ewise_fma", {x, pickLike(x), pickLike(x)});
  case 3:
    return tryOp("relax.full_like", {x, addWeight({}, element)});
  case 4:
    return isa<FloatType>(element)
               ? tryOp("relax.clip", x,
                       {named("min", builder.getF64FloatAttr(-0.5)),
                        named("max", builder.getF64FloatAttr(1.5))})
               : tryOp("relax.clip", x,
                       {named("min", builder.getI64IntegerAttr(0)),
                        named("max", builder.getI64IntegerAttr(2))});
  case 5: {
    int64_t size = getSmallSize(x, axis);
    return size &&
           tryOp("relax.nn.prelu", {x, addWeight(size, element)}, along);
  }
  case 6: {
    // The borders have to ascend.
    Value borders = tryValue("relax.cumsum", addWeight({3}, element),
                             named("axis", builder.getI64IntegerAttr(0)));
    return borders && tryOp("relax.bucketize", {x, borders});
  }
  default: {
    Value y = pickTensor(Elements::Integer, 1);
    return y && tryOp("relax.one_hot", y,
                      {named("on_value", builder.getF32FloatAttr(1)),
                       named("off_value", builder.getF32FloatAttr(0)),
                       named("depth", builder.getI64IntegerAttr(3))});
  }
  }
}

} // namespace mlir::relax
