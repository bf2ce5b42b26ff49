// Samples of images at places between the elements: the corners around a place
// are gathered one by one, and blended.
#include "Sampling.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::relax {

Value makeNumber(NodeImport &node, SymExprAttr size, Type element) {
  if (!size)
    return nullptr;
  // A number folds in kernels; a symbol is read from the shape at run time.
  if (std::optional<int64_t> number = size.getConstant())
    return node.makeScalar(double(*number), element);
  Value value = node.makeSize(size, node.getBuilder().getI64Type());
  return node.castTo(value, element);
}

namespace {
/// One of the two elements of an axis around a place.
struct Corner {
  /// Its number, inside the axis even where the place is not.
  Value index;
  Value isInside, weight;
};

/// Images with what is needed of them many times.
class Sampler {
public:
  Sampler(NodeImport &node, Value images) : node(node), math(node) {
    dims = math.dims(images);
    SmallVector<int64_t> axes = {0};
    for (size_t axis = 2; axis < dims.size(); ++axis)
      axes.push_back(int64_t(axis));
    axes.push_back(1);
    ArrayRef<SymExprAttr> sizes = ArrayRef(dims).drop_front(2);
    SymExprAttr count = SymExprAttr::product(node.getContext(), sizes);
    // Channels go to the end, so that one gather fetches all channels of an
    // element from consecutive memory.
    flat = math.reshape(math.permute(images, axes), {dims[0], count, dims[1]});
  }

  Corner getCorner(Value place, size_t axis, bool isUpper, bool isNearest);
  Value getSamples(ArrayRef<Corner> corners);

private:
  NodeImport &node;
  TensorMath math;
  SmallVector<SymExprAttr> dims;
  /// Batch, elements, channels.
  Value flat;
};
} // namespace

Corner Sampler::getCorner(Value place, size_t axis, bool isUpper,
                          bool isNearest) {
  Corner corner;
  if (!place)
    return corner;
  Type real = getElementTypeOrSelf(place.getType());
  Type i64 = node.getBuilder().getI64Type();
  // Floor and not truncation: between -1 and 0 the lower neighbour is -1, which
  // is outside, and its weight must not go to element 0.
  Value base = isNearest ? place : math.unary<FloorOp>(place);
  if (!isNearest) {
    corner.weight = math.sub(place, base);
    if (!isUpper)
      corner.weight = math.sub(math.number(1, place), corner.weight);
  }
  if (isUpper)
    base = math.add(base, math.number(1, place));
  SymExprAttr size = dims[axis + 2];
  // NaN is outside; as an integer it is any, which is then moved inside.
  corner.isInside = math.binary<LogicalAndOp>(
      math.binary<GreaterEqualOp>(base, math.number(0, place)),
      math.less(base, makeNumber(node, size, real)));
  // Clamped, because the gather reads in any case: `where` chooses afterwards.
  // Casting a float outside of i64 is undefined but gives some number, which
  // the clamp moves inside.
  Value index = math.max(node.castTo(base, i64), node.makeScalar(0, i64));
  corner.index = math.min(index, math.sub(makeNumber(node, size, i64), //
                                          node.makeScalar(1, i64)));
  return corner;
}

/// The elements at one corner of all axes, times their weight.
Value Sampler::getSamples(ArrayRef<Corner> corners) {
  Type i64 = node.getBuilder().getI64Type();
  Value index, isInside, weight;
  for (auto [axis, corner] : llvm::enumerate(corners)) {
    Value size = makeNumber(node, dims[axis + 2], i64);
    index =
        index ? math.add(math.mul(index, size), corner.index) : corner.index;
    isInside = isInside ? math.binary<LogicalAndOp>(isInside, corner.isInside)
                        : corner.isInside;
    // Weights multiply over the axes: multilinear interpolation.
    weight = weight && corner.weight ? math.mul(weight, corner.weight)
             : weight                ? weight
                                     : corner.weight;
  }
  GatherNDOp::Properties gather;
  gather.batch_dims = node.getBuilder().getI64IntegerAttr(1);
  Value found =
      node.emit<GatherNDOp>({flat, math.expand(index, int64_t(2))}, gather);
  if (weight)
    found = math.mul(found, math.expand(weight, int64_t(2)));
  // `where` and not a product with 0: an infinite element outside would give
  // NaN.
  return math.where(math.expand(isInside, int64_t(2)), found,
                    math.number(0, found));
}

Value sampleImages(NodeImport &node, Value images, ArrayRef<Value> places,
                   Blend blend) {
  TensorMath math(node);
  bool isNearest = blend == Blend::Nearest;
  if (!images)
    return nullptr;
  Sampler sampler(node, images);
  Value result;
  // 2^axes corners: 4 for images, 8 for volumes.
  unsigned count = isNearest ? 1 : 1u << places.size();
  for (unsigned bits = 0; bits < count; ++bits) {
    SmallVector<Corner> corners;
    for (auto [axis, place] : llvm::enumerate(places))
      // Bit i of the number says whether the upper neighbour of axis i is
      // meant.
      corners.push_back(
          sampler.getCorner(place, axis, (bits >> axis & 1) != 0, isNearest));
    if (node.hasFailed())
      return nullptr;
    Value samples = sampler.getSamples(corners);
    if (!result)
      result = samples;
    else
      // Saturate is the maximum over weighted corners that RoiAlign's "max"
      // asks for.
      result = blend == Blend::Saturate ? math.max(result, samples)
                                        : math.add(result, samples);
  }
  return result;
}

} // namespace mlir::relax
