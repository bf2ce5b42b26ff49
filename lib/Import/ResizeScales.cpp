// Resize by scales that only the run time knows: the places that each element
// of the result reads are computed, one axis after the other.
// The ops of relax take the ratio of the sizes for the scale, which is another
// number where scale times size is not whole.
#include "ResizeScales.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "TensorMath.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::relax {

namespace {
/// One axis of a node.
class ScaledAxis {
public:
  ScaledAxis(NodeImport &node, const ResizeMode &mode, Value scale,
             SymExprAttr from, SymExprAttr to)
      : node(node), math(node), mode(mode), scale(scale), from(from), to(to) {}
  Value resize(Value x, int64_t axis);

private:
  Value number(double value) { return math.number(value, scale); }
  Value getSize(SymExprAttr size) {
    return node.castTo(node.makeSize(size, node.getBuilder().getI64Type()),
                       getElementTypeOrSelf(scale.getType()));
  }
  Value getPlaces();
  Value clamp(Value place);
  Value roundToElement(Value place);
  Value take(Value x, Value place, int64_t axis);

  NodeImport &node;
  TensorMath math;
  const ResizeMode &mode;
  Value scale;
  SymExprAttr from, to;
};
} // namespace

/// Where in the data each element of the result lies.
Value ScaledAxis::getPlaces() {
  Value x =
      math.range(node.makeExpr(0), to, getElementTypeOrSelf(scale.getType()));
  Value half = number(0.5), one = number(1);
  StringRef kind = mode.coordinates;
  if (kind == "asymmetric")
    return math.div(x, scale);
  if (kind == "align_corners") {
    // The standard takes the size before it is rounded; one element has no
    // other corner.
    Value last = math.sub(math.mul(scale, getSize(from)), one);
    Value isOne = math.binary<EqualOp>(last, number(0));
    return math.where(isOne, number(0),
                      math.div(math.mul(x, math.sub(getSize(from), one)),
                               math.where(isOne, one, last)));
  }
  if (kind == "tf_half_pixel_for_nn")
    return math.div(math.add(x, half), scale);
  Value place = math.sub(math.div(math.add(x, half), scale), half);
  if (kind == "pytorch_half_pixel")
    return math.where(math.less(one, getSize(to)), place, number(0));
  if (kind != "half_pixel_symmetric")
    return place;
  // The middles of data and result lie on each other.
  Value adjust = math.div(getSize(to), math.mul(scale, getSize(from)));
  Value middle = math.mul(getSize(from), half);
  return math.add(math.sub(middle, math.mul(middle, adjust)), place);
}

Value ScaledAxis::clamp(Value place) {
  return math.max(number(0),
                  math.min(place, math.sub(getSize(from), number(1))));
}

Value ScaledAxis::roundToElement(Value place) {
  if (mode.rounding == "floor")
    return math.unary<FloorOp>(place);
  if (mode.rounding == "ceil")
    return math.unary<CeilOp>(place);
  // A half goes down, or up.
  Value half = number(0.5);
  if (mode.rounding == "round_prefer_floor" || mode.rounding == "round")
    return math.unary<CeilOp>(math.sub(place, half));
  return math.unary<FloorOp>(math.add(place, half));
}

// Clamped after rounding: places just outside belong to the element at the
// edge. The index would be outside of memory otherwise, because `take` has no
// check.
Value ScaledAxis::take(Value x, Value place, int64_t axis) {
  Type i64 = node.getBuilder().getI64Type();
  return math.take(x, node.castTo(clamp(place), i64), axis);
}

// Two elements are blended, as for each linear resize without antialiasing. One
// axis after the other: the weights are products over axes, so that 2n elements
// are read instead of 2^n.
Value ScaledAxis::resize(Value x, int64_t axis) {
  Value place = getPlaces();
  if (mode.isNearest())
    return take(x, roundToElement(place), axis);
  place = clamp(place);
  Value low = math.unary<FloorOp>(place);
  Value weight = math.sub(place, low);
  SmallVector<int64_t> behind;
  for (int64_t i = axis + 1; i < math.rank(x); ++i)
    behind.push_back(i - axis);
  if (!behind.empty())
    weight = math.expand(weight, behind);
  Value first = take(x, low, axis);
  Value second = take(x, math.add(low, number(1)), axis);
  return math.add(first, math.mul(math.sub(second, first), weight));
}

void resizeByScales(NodeImport &node, const ResizeMode &mode,
                    ArrayRef<int64_t> axes, unsigned scalesInput) {
  TensorMath math(node);
  if (mode.antialias || mode.crops() ||
      !(mode.isNearest() || mode.method == "linear")) {
    node.error() << "expected constant numbers as scales, or mode \"nearest\" "
                    "or \"linear\" without antialiasing, found "
                 << node.getType(scalesInput) << " known only at run time";
    return;
  }
  RankedTensorType type = node.getType(scalesInput);
  if (type.getRank() != 1 || type.getDimSize(0) != int64_t(axes.size())) {
    node.error() << "expected " << axes.size() << " scales or sizes, found "
                 << type;
    return;
  }
  // Scale times size is computed in f32, in which ONNX has the scales: f64
  // would give 6 for 10 * 0.7, where the reference has 7.
  Type f32 = node.getBuilder().getF32Type();
  Type i64 = node.getBuilder().getI64Type();
  Value scales = node.castTo(node.getTensor(scalesInput), f32);
  Value x = giveSymbols(node, node.getTensor(0));
  SmallVector<SymExprAttr> dims = math.dims(x);
  Type element = node.getElementType(0);
  // Fractions of integers and of narrow floats are computed in f32.
  if (!mode.isNearest() && !element.isF64())
    x = node.castTo(x, f32);
  for (auto [index, axis] : llvm::enumerate(axes)) {
    Value scale = math.element(scales, 0, int64_t(index));
    Value size = math.unary<FloorOp>(
        math.mul(scale, node.castTo(node.makeSize(dims[axis], i64), f32)));
    Value shape =
        readShape(node, math.expand(node.castTo(size, i64), int64_t(0)));
    if (!shape || !x)
      return;
    SymExprAttr to = cast<ShapeType>(shape.getType()).getDims()[0];
    // Batch and channels keep their sizes in each model that is in use, which
    // the run time checks.
    if (axis < 2 && dims.size() > 2) {
      MatchCastOp::create(node.getBuilder(), node.getLoc(),
                          ShapeType::get(node.getContext(), dims[axis]), shape);
      continue;
    }
    x = ScaledAxis(node, mode, scale, dims[axis], to).resize(x, axis);
  }
  node.setResult(0, node.castTo(x, element));
}

} // namespace mlir::relax
