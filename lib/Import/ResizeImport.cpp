// Operators that resize images: by the ops of relax where these can tell all
// from the sizes, else by blending elements whose places import works out.
#include "Broadcasting.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/ImageOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "ResizeScales.h"
#include "TensorMath.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

namespace mlir::relax {

namespace {
/// The sizes of a node's data before and after; and by what places are scaled,
/// where that is not the ratio of the sizes, else 0.
/// Two ways: relax's resize ops know sizes only and take their ratio for the
/// scale; with all sizes known, any resize is a weighted sum of elements whose
/// places are constants. The ops are preferred, as they have kernels and keep
/// symbolic sizes.
struct ResizePlan {
  SmallVector<SymExprAttr> from, to;
  SmallVector<double> scales;

  bool needsScales() const {
    return llvm::any_of(scales, [](double scale) { return scale != 0.0; });
  }
};
} // namespace

static StringRef getMethod(NodeImport &node) {
  StringRef mode = node.getString("mode", "nearest");
  StringRef method = llvm::StringSwitch<StringRef>(mode)
                         .Case("nearest", "nearest_neighbor")
                         .Cases({"linear", "bilinear"}, "linear")
                         .Case("cubic", "cubic")
                         .Default("");
  if (method.empty())
    node.error() << "attribute 'mode' is " << quote(mode)
                 << ", expected \"nearest\", \"linear\" or \"cubic\"";
  return method;
}

/// A word that both ONNX and relax know; an error if it is not in `words`.
static StringRef getWord(NodeImport &node, StringRef name, StringRef otherwise,
                         ArrayRef<StringRef> words) {
  StringRef word = node.getString(name, otherwise);
  if (llvm::is_contained(words, word))
    return word;
  InFlightDiagnostic error = node.error() << "attribute '" << name << "' is "
                                          << quote(word) << ", expected one of";
  for (StringRef known : words)
    error << " " << known;
  return otherwise;
}

/// What opset 11 and later say.
/// The three opsets differ in defaults: 10 has no coordinate mode and means
/// asymmetric, 11 starts with half_pixel, 18 adds antialias, axes and the
/// aspect policies.
static ResizeMode getResizeMode(NodeImport &node) {
  ResizeMode mode;
  mode.method = getMethod(node);
  mode.coordinates =
      getWord(node, "coordinate_transformation_mode", "half_pixel",
              {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel",
               "align_corners", "asymmetric", "tf_half_pixel_for_nn",
               "tf_crop_and_resize"});
  mode.rounding =
      getWord(node, "nearest_mode", "round_prefer_floor",
              {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"});
  // -0.75 is the value of the standard and of PyTorch; TensorFlow uses -0.5 and
  // then writes it.
  mode.cubicAlpha = node.getFloat("cubic_coeff_a", -0.75);
  mode.cubicExclude = node.getInt("exclude_outside", 0) != 0;
  mode.extrapolation = node.getFloat("extrapolation_value", 0.0);
  mode.antialias = node.getInt("antialias", 0) != 0;
  if (mode.antialias && mode.isNearest())
    node.error() << "attribute 'antialias' is 1, which mode \"nearest\" does "
                    "not have";
  return mode;
}

//===-- Sizes -------------------------------------------------------------===//

/// Let axis `axis` be scaled. The ops of relax take the ratio of the sizes for
/// the scale, which holds if the product is whole: a size that is a symbol
/// becomes one for which it is, which the run time checks.
/// A scale of 0.5 on an axis n gives floor(n / 2). The op would compute with n
/// / floor(n / 2), which is 2 only for even n. So n is replaced by 2 * (n //
/// 2), and the cast checks at run time that it was even.
static void scaleAxis(NodeImport &node, ResizePlan &plan, int64_t axis,
                      float scale) {
  constexpr int64_t kLargestDivisor = 64;
  SymExprAttr &dim = plan.from[axis];
  if (!dim || !(scale > 0.0f) || scale > 65536.0f) {
    node.error() << "scale is " << scale
                 << ", expected a positive number and an axis of known size";
    return;
  }
  // Computed in f32, in which the model stores the scale. In double, 10 * 0.7f
  // is 6.9999999, and the floor would be 6; the reference gets 7.
  if (std::optional<int64_t> size = dim.getConstant()) {
    // Rounded as floats are: seven tenths of ten is seven.
    float product = float(*size) * scale;
    plan.to[axis] = node.makeExpr(int64_t(std::floor(product)));
    // The remainder is cut off from the size, not from the scale: coordinates
    // still use the scale that the model says (Resize 11, "output_dimension =
    // floor(input_dimension * scale)").
    if (product != std::floor(product))
      plan.scales[axis] = double(scale);
    return;
  }
  // A scale is a binary float, so divisors up to 64 find 0.5, 1.5 and 0.015625.
  // One third is none of these.
  for (int64_t divisor = 1; divisor <= kLargestDivisor; ++divisor) {
    float factor = scale * float(divisor);
    if (factor != std::floor(factor))
      continue;
    SymExprAttr part = floorDiv(dim, divisor);
    dim = part * divisor;
    plan.to[axis] = part * int64_t(factor);
    return;
  }
  node.error() << "scale " << scale << " of size " << toString(dim)
               << " is no fraction of small numbers; give the size with "
                  "--input-shape";
}

/// The axes that scales and sizes are about.
static SmallVector<int64_t> getResizeAxes(NodeImport &node) {
  if (std::optional<SmallVector<int64_t>> axes = node.getInts("axes"))
    return node.normalizeAxes(*axes, node.getRank(0));
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < node.getRank(0); ++axis)
    axes.push_back(axis);
  return axes;
}

/// One scale for all of `axes`, so that no size is larger than asked for, or
/// none is smaller.
/// Resize 18: sizes are bounds then, and one scale serves all axes. The size is
/// rounded half up, and the scale stays as it is: the ratio of the sizes would
/// be a little different for each axis.
static void keepAspectRatio(NodeImport &node, ResizePlan &plan,
                            ArrayRef<int64_t> axes, bool isLarger) {
  double scale = 0.0;
  for (int64_t axis : axes) {
    std::optional<int64_t> from, to;
    if (plan.from[axis] && plan.to[axis]) {
      from = plan.from[axis].getConstant();
      to = plan.to[axis].getConstant();
    }
    if (!from || !to || *from < 1) {
      node.error() << "attribute 'keep_aspect_ratio_policy' needs the size of "
                      "axis "
                   << axis << "; give it with --input-shape";
      return;
    }
    double ratio = double(*to) / double(*from);
    bool isBetter = isLarger ? ratio > scale : ratio < scale;
    if (axis == axes.front() || isBetter)
      scale = ratio;
  }
  for (int64_t axis : axes) {
    double size = scale * double(*plan.from[axis].getConstant());
    plan.to[axis] = node.makeExpr(int64_t(std::floor(size + 0.5)));
    plan.scales[axis] = scale;
  }
}

/// Whether an input is left out, as a list without entries is, too.
/// Until opset 12 an input in the middle was left out by a tensor of 0
/// elements, since empty names for it came later.
static bool isEmpty(NodeImport &node, unsigned input) {
  return !node.hasInput(input) ||
         (node.getRank(input) == 1 && node.getType(input).getDimSize(0) == 0);
}

/// `size`, which is computed, of batch or channels: no resize that is in use
/// changes these, and the run time compares.
static SymExprAttr keepSize(NodeImport &node, SymExprAttr size,
                            SymExprAttr from) {
  Value shape = from ? node.makeShape({size}) : Value();
  if (shape)
    MatchCastOp::create(node.getBuilder(), node.getLoc(),
                        ShapeType::get(node.getContext(), from), shape);
  return from;
}

/// The sizes that the input `scales` or `sizes` gives `axes`.
static void readSizes(NodeImport &node, ResizePlan &plan,
                      ArrayRef<int64_t> axes, unsigned scalesInput,
                      unsigned sizesInput) {
  size_t count = 0;
  // Only one of both may be given; `sizes` wins, as the reference looks at it
  // first.
  if (!isEmpty(node, sizesInput)) {
    bool isComputed = !node.getSymbolic(sizesInput);
    SmallVector<SymExprAttr> sizes = relax::readSizes(node, sizesInput);
    count = sizes.size();
    for (auto [axis, size] : llvm::zip(axes, sizes))
      plan.to[axis] =
          isComputed && axis < 2 ? keepSize(node, size, plan.from[axis]) : size;
  } else if (!isEmpty(node, scalesInput)) {
    std::optional<SmallVector<double>> scales = node.getFloats(scalesInput);
    count = scales->size();
    for (auto [axis, scale] : llvm::zip(axes, *scales))
      // A scale of 1 keeps the size as it is, also an unknown one.
      if (scale != 1.0)
        scaleAxis(node, plan, axis, float(scale));
  }
  if (!node.hasFailed() && count != axes.size())
    node.error() << "expected " << axes.size() << " scales or sizes, found "
                 << count;
}

static ResizePlan getPlan(NodeImport &node) {
  ResizePlan plan;
  plan.from = plan.to = node.getDims(0);
  plan.scales.assign(plan.from.size(), 0.0);
  return plan;
}

//===-- By an op ----------------------------------------------------------===//

template <typename OpT>
static Value emitResize(NodeImport &node, Value x, ArrayRef<SymExprAttr> sizes,
                        const ResizeMode &mode, ArrayRef<double> roi) {
  Builder &builder = node.getBuilder();
  typename OpT::Properties properties;
  properties.method = builder.getStringAttr(mode.method);
  properties.coordinate_transformation_mode =
      builder.getStringAttr(mode.coordinates);
  properties.rounding_method = builder.getStringAttr(mode.rounding);
  properties.cubic_alpha = builder.getF64FloatAttr(mode.cubicAlpha);
  properties.cubic_exclude = builder.getBoolAttr(mode.cubicExclude);
  properties.extrapolation_value = builder.getF64FloatAttr(mode.extrapolation);
  // The op has a region only in the mode that reads it.
  if (mode.crops())
    properties.roi = builder.getDenseF64ArrayAttr(roi);
  return node.emit<OpT>({x, node.makeShape(sizes)}, properties);
}

/// Signals of one axis are images of height 1.
static Value emitResize1d(NodeImport &node, Value x, SymExprAttr size,
                          // Height 1 stays 1 under each mode, so the
                          // two-dimensional kernel computes exactly the signal.
                          const ResizeMode &mode, ArrayRef<double> roi) {
  TensorMath math(node);
  SmallVector<double> region;
  if (mode.crops())
    region = {0.0, roi[0], 1.0, roi[1]};
  x = emitResize<Resize2dOp>(node, math.expand(x, int64_t(2)),
                             {node.makeExpr(1), size}, mode, region);
  return math.squeeze(x, int64_t(2));
}

/// Whether an op of relax resizes like that.
static bool hasOp(const ResizePlan &plan, const ResizeMode &mode) {
  size_t rank = plan.from.size();
  // antialias and scales that differ from the ratio have no place in the op's
  // attributes.
  if (rank < 3 || rank > 5 || mode.antialias || plan.needsScales())
    return false;
  bool keepsWhole =
      !mode.crops() || (mode.roi[0] == 0 && mode.roi[1] == 0 &&
                        mode.roi[rank] == 1 && mode.roi[rank + 1] == 1);
  // Batch and channels cannot be resized by the op.
  return keepsWhole && plan.from[0] == plan.to[0] && plan.from[1] == plan.to[1];
}

static Value resizeByOp(NodeImport &node, const ResizePlan &plan,
                        const ResizeMode &mode) {
  // The cast is the run-time check of `scaleAxis`: the symbol must be the
  // multiple.
  Value x = castDims(node, node.getTensor(0), plan.from);
  ArrayRef<SymExprAttr> sizes = ArrayRef(plan.to).drop_front(2);
  size_t rank = plan.from.size();
  SmallVector<double> roi;
  for (size_t i = 0; i < mode.roi.size(); ++i)
    // The op's region has no entries for batch and channels.
    if (i % rank >= 2)
      roi.push_back(mode.roi[i]);
  if (rank == 3)
    return emitResize1d(node, x, sizes[0], mode, roi);
  if (rank == 4)
    return emitResize<Resize2dOp>(node, x, sizes, mode, roi);
  return emitResize<Resize3dOp>(node, x, sizes, mode, roi);
}

//===-- By elements -------------------------------------------------------===//

/// `numbers` along axis `axis` of `rank` axes, and `count` in a row along the
/// axis behind; axes in front broadcast, so the shape begins at `axis`.
static Value makeAlong(NodeImport &node, ArrayRef<double> numbers, int64_t axis,
                       int64_t rank, int64_t count, Type type) {
  SmallVector<int64_t> shape(size_t(rank - axis), 1);
  shape[0] = int64_t(numbers.size()) / count;
  if (count > 1)
    shape.insert(shape.begin() + 1, count);
  return node.makeNumbers(numbers, shape, type);
}

/// `x`, of rank `rank`, with axis `axis` resized.
static Value resizeAxis(NodeImport &node, Value x, int64_t axis, int64_t rank,
                        const ResizeLine &line, const ResizeMode &mode) {
  TensorMath math(node);
  ResizeTaps taps = getResizeTaps(line, mode);
  Type element = getElementTypeOrSelf(x.getType());
  // All taps of all places in one gather: places of the result times taps. The
  // product with the weights and the sum over the taps follow, which fusion
  // makes one loop.
  x = math.take(x, node.makeIntegers(taps.places), axis);
  if (taps.count > 1 && x) {
    SmallVector<SymExprAttr> sizes = math.dims(x);
    sizes[axis] = node.makeExpr(line.to);
    sizes.insert(sizes.begin() + axis + 1, node.makeExpr(taps.count));
    x = math.mul(math.reshape(x, sizes), makeAlong(node, taps.weights, axis,
                                                   rank, taps.count, element));
    SumOp::Properties sum;
    sum.axis = node.getBuilder().getDenseI64ArrayAttr(axis + 1);
    x = node.emit<SumOp>(x, sum);
  }
  // tf_crop_and_resize puts a constant where the coordinate lies outside; the
  // clamped taps were computed for nothing there.
  if (!llvm::is_contained(taps.isOutside, true))
    return x;
  SmallVector<double> flags(taps.isOutside.begin(), taps.isOutside.end());
  return math.where(
      makeAlong(node, flags, axis, rank, 1, node.getBuilder().getI1Type()),
      math.number(mode.extrapolation, x), x);
}

/// All of an axis, if import knows what becomes of it; an error if not.
static std::optional<ResizeLine> getLine(NodeImport &node,
                                         const ResizePlan &plan,
                                         const ResizeMode &mode, size_t axis) {
  // The taps are constants in the module: 2^22 weights are 32 MiB of doubles
  // while they are made.
  constexpr int64_t kMaxTaps = int64_t(1) << 22;
  constexpr int64_t kLargest = int64_t(1) << 40;
  ResizeLine line;
  std::optional<int64_t> from, to;
  if (plan.from[axis] && plan.to[axis]) {
    from = plan.from[axis].getConstant();
    to = plan.to[axis].getConstant();
  }
  if (!from || !to || *from < 1 || *to < 1) {
    node.error() << "expected axis " << axis
                 << " to have a known size of 1 or more, before and after, "
                    "because no op of relax resizes like that; give it with "
                    "--input-shape";
    return std::nullopt;
  }
  line.from = *from;
  line.to = *to;
  // The scale of the model if it is not the ratio of the sizes.
  line.scale = plan.scales[axis] != 0.0 ? plan.scales[axis]
                                        : double(*to) / double(*from);
  if (mode.crops()) {
    line.start = mode.roi[axis];
    line.end = mode.roi[axis + plan.from.size()];
  }
  if (*from > kLargest || *to > kMaxTaps ||
      // The product of taps and places is compared by a division, since
      // shrinking by antialias has 2 / scale taps for each place.
      countResizeTaps(line, mode) > kMaxTaps / *to) {
    node.error() << "axis " << axis << " is resized from " << *from << " to "
                 << *to << ", expected less than " << kMaxTaps
                 << " elements to blend";
    return std::nullopt;
  }
  return line;
}

static Value resizeByElements(NodeImport &node, const ResizePlan &plan,
                              const ResizeMode &mode) {
  Type element = node.getElementType(0);
  // Weights are fractions. In integers they would all be 0, and f16 sums lose
  // bits; nearest neighbours only move elements.
  bool isWide = element.isF32() || element.isF64() || mode.isNearest();
  Value x = castDims(node, node.getTensor(0), plan.from);
  if (!isWide)
    x = node.castTo(x, node.getBuilder().getF32Type());
  for (size_t axis = 0; axis < plan.from.size(); ++axis) {
    // One axis after the other: the weights are products over axes, so n + m
    // taps do instead of n * m. An axis that stays is skipped.
    bool isWhole = !mode.crops() || (mode.roi[axis] == 0 &&
                                     mode.roi[axis + plan.from.size()] == 1);
    if (plan.from[axis] && plan.from[axis] == plan.to[axis] && isWhole &&
        (plan.scales[axis] == 0.0 || plan.scales[axis] == 1.0))
      continue;
    std::optional<ResizeLine> line = getLine(node, plan, mode, axis);
    if (!line || !x)
      return nullptr;
    x = resizeAxis(node, x, int64_t(axis), int64_t(plan.from.size()), *line,
                   mode);
  }
  return node.castTo(x, element);
}

//===-- Operators ---------------------------------------------------------===//

static void resize(NodeImport &node, const ResizePlan &plan,
                   const ResizeMode &mode) {
  if (node.hasFailed())
    return;
  // A resize that changes nothing is the data.
  if (plan.from == plan.to && !mode.crops() && !plan.needsScales())
    return node.setResult(0, node.getTensor(0));
  node.setResult(0, hasOp(plan, mode) ? resizeByOp(node, plan, mode)
                                      : resizeByElements(node, plan, mode));
}

/// The part of the image that tf_crop_and_resize takes.
static void readRoi(NodeImport &node, ArrayRef<int64_t> axes,
                    ResizeMode &mode) {
  std::optional<SmallVector<double>> roi;
  if (node.hasInput(1))
    roi = node.getFloats(1);
  size_t rank = node.getRank(0);
  if (!roi || roi->size() != 2 * axes.size()) {
    node.error() << "expected a constant region of interest with two numbers "
                    "for each axis";
    return;
  }
  // Axes that are not named keep their whole range [0, 1].
  mode.roi.assign(rank, 0.0);
  mode.roi.append(rank, 1.0);
  for (auto [index, axis] : llvm::enumerate(axes)) {
    mode.roi[axis] = (*roi)[index];
    mode.roi[axis + rank] = (*roi)[index + axes.size()];
  }
}

static void importResize(NodeImport &node) {
  ResizeMode mode = getResizeMode(node);
  SmallVector<int64_t> axes = getResizeAxes(node);
  StringRef policy = getWord(node, "keep_aspect_ratio_policy", "stretch",
                             {"stretch", "not_larger", "not_smaller"});
  ResizePlan plan = getPlan(node);
  if (node.hasFailed())
    return;
  if (isEmpty(node, 3) && !isEmpty(node, 2) && !node.getFloats(2))
    return resizeByScales(node, mode, axes, 2);
  if (mode.crops())
    readRoi(node, axes, mode);
  readSizes(node, plan, axes, 2, 3);
  if (policy != "stretch" && !isEmpty(node, 3) && !node.hasFailed())
    keepAspectRatio(node, plan, axes, policy == "not_smaller");
  resize(node, plan, mode);
}

/// Resize of opset 10 and Upsample of opset 9: scales are the second input.
static void importResize10(NodeImport &node) {
  // Opset 10 has no sizes: the number is of an input that no node has.
  constexpr unsigned kNoInput = 9;
  ResizeMode mode;
  mode.method = getMethod(node);
  if (node.hasFailed())
    return;
  if (!isEmpty(node, 1) && !node.getFloats(1))
    return resizeByScales(node, mode, getResizeAxes(node), 1);
  ResizePlan plan = getPlan(node);
  readSizes(node, plan, getResizeAxes(node), 1, kNoInput);
  resize(node, plan, mode);
}

/// Before opset 9 the scales are an attribute.
static void importUpsample7(NodeImport &node) {
  ResizeMode mode;
  mode.method = getMethod(node);
  std::optional<SmallVector<double>> scales = node.getFloatList("scales");
  ResizePlan plan = getPlan(node);
  if (!scales || scales->size() != plan.from.size()) {
    node.error() << "expected attribute 'scales' with " << plan.from.size()
                 << " entries";
    return;
  }
  for (auto [axis, scale] : llvm::enumerate(*scales))
    if (scale != 1.0)
      scaleAxis(node, plan, int64_t(axis), float(scale));
  resize(node, plan, mode);
}

void addResizeOperators(OperatorTable &table) {
  table.add({
      {"Resize", 10, 10, 2, 2, importResize10},
      {"Resize", 11, kLastOpset, 1, 4, importResize},
      {"Upsample", 7, 8, 1, 1, importUpsample7},
      {"Upsample", 9, 9, 2, 2, importResize10},
  });
}

} // namespace mlir::relax
