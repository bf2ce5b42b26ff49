// Operators that resize images.
#include "Broadcasting.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/ImageOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/VisionOps.h"
#include "TensorMath.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

namespace mlir::relax {

namespace {
/// How a node resizes, in the words of the relax ops.
struct ResizeMode {
  StringRef method = "nearest_neighbor";
  StringRef coordinates = "asymmetric";
  StringRef rounding = "floor";
  double cubicAlpha = -0.75;
  bool cubicExclude = false;
  double extrapolation = 0.0;
  /// For tf_crop_and_resize: all starts, then all ends, of the image's axes.
  SmallVector<double> roi;
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
  mode.cubicAlpha = node.getFloat("cubic_coeff_a", -0.75);
  mode.cubicExclude = node.getInt("exclude_outside", 0) != 0;
  mode.extrapolation = node.getFloat("extrapolation_value", 0.0);
  if (node.getInt("antialias", 0) != 0)
    node.error() << "attribute 'antialias' is 1, expected 0";
  getWord(node, "keep_aspect_ratio_policy", "stretch", {"stretch"});
  return mode;
}

/// The size that `scale` makes of `dim`. Places follow from the scale, which
/// relax takes to be the ratio of the sizes, so the product has to be whole:
/// `dim` becomes the size for which it is, which the run time checks.
static SymExprAttr scaleSize(NodeImport &node, SymExprAttr &dim, float scale) {
  constexpr int64_t kLargestDivisor = 64;
  if (!dim || !(scale > 0.0f) || scale > 65536.0f) {
    node.error() << "scale is " << scale
                 << ", expected a positive number and an axis of known size";
    return nullptr;
  }
  if (std::optional<int64_t> size = dim.getConstant()) {
    double exact = double(*size) * double(scale);
    if (exact != std::floor(exact))
      node.error() << "scale " << scale << " of size " << *size
                   << " is no whole number; export the model with sizes";
    return node.makeExpr(int64_t(std::floor(exact)));
  }
  for (int64_t divisor = 1; divisor <= kLargestDivisor; ++divisor) {
    float factor = scale * float(divisor);
    if (factor != std::floor(factor))
      continue;
    SymExprAttr part = floorDiv(dim, divisor);
    dim = part * divisor;
    return part * int64_t(factor);
  }
  node.error() << "scale " << scale << " of size " << dim
               << " is no fraction of small numbers; give the size with "
                  "--input-shape";
  return nullptr;
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

/// All sizes of the result, from the input `scales` or `sizes`, for data of
/// sizes `from`.
static SmallVector<SymExprAttr> getResultDims(NodeImport &node,
                                              SmallVector<SymExprAttr> &from,
                                              unsigned scalesInput,
                                              unsigned sizesInput) {
  SmallVector<int64_t> axes = getResizeAxes(node);
  SmallVector<SymExprAttr> dims = from;
  auto isEmpty = [&](unsigned input) {
    return !node.hasInput(input) ||
           (node.getRank(input) == 1 && node.getType(input).getDimSize(0) == 0);
  };
  size_t count = 0;
  if (!isEmpty(sizesInput)) {
    SmallVector<SymExprAttr> sizes = node.requireSymbolic(sizesInput, "sizes");
    count = sizes.size();
    for (auto [axis, size] : llvm::zip(axes, sizes))
      dims[axis] = size;
  } else if (!isEmpty(scalesInput)) {
    std::optional<SmallVector<double>> scales = node.getFloats(scalesInput);
    if (!scales) {
      node.error() << "expected constant numbers as scales, found "
                   << node.getType(scalesInput) << " known only at run time";
      return {};
    }
    count = scales->size();
    for (auto [axis, scale] : llvm::zip(axes, *scales))
      if (scale != 1.0)
        dims[axis] = scaleSize(node, from[axis], float(scale));
  }
  if (!node.hasFailed() && count != axes.size())
    node.error() << "expected " << axes.size() << " scales or sizes, found "
                 << count;
  return dims;
}

template <typename OpT>
static Value emitResize(NodeImport &node, Value x, ArrayRef<SymExprAttr> sizes,
                        const ResizeMode &mode) {
  Builder &builder = node.getBuilder();
  typename OpT::Properties properties;
  properties.method = builder.getStringAttr(mode.method);
  properties.coordinate_transformation_mode =
      builder.getStringAttr(mode.coordinates);
  properties.rounding_method = builder.getStringAttr(mode.rounding);
  properties.cubic_alpha = builder.getF64FloatAttr(mode.cubicAlpha);
  properties.cubic_exclude = builder.getBoolAttr(mode.cubicExclude);
  properties.extrapolation_value = builder.getF64FloatAttr(mode.extrapolation);
  if (!mode.roi.empty())
    properties.roi = builder.getDenseF64ArrayAttr(mode.roi);
  return node.emit<OpT>({x, node.makeShape(sizes)}, properties);
}

/// Signals of one axis are images of height 1.
static Value emitResize1d(NodeImport &node, Value x, SymExprAttr size,
                          const ResizeMode &mode) {
  DenseI64ArrayAttr axis = node.getBuilder().getDenseI64ArrayAttr({2});
  ExpandDimsOp::Properties expand;
  expand.axis = axis;
  SqueezeOp::Properties squeeze;
  squeeze.axis = axis;
  ResizeMode image = mode;
  if (image.roi.size() == 2)
    image.roi = {0.0, mode.roi[0], 1.0, mode.roi[1]};
  x = node.emit<ExpandDimsOp>(x, expand);
  x = emitResize<Resize2dOp>(node, x, {node.makeExpr(1), size}, image);
  return node.emit<SqueezeOp>(x, squeeze);
}

/// Resize the first input, of sizes `from`, to the sizes `dims`.
static void resizeTo(NodeImport &node, ArrayRef<SymExprAttr> from,
                     ArrayRef<SymExprAttr> dims, const ResizeMode &mode) {
  bool isSame = from == dims && mode.roi.empty();
  if (isSame)
    return node.setResult(0, node.getTensor(0));
  int64_t rank = from.size();
  if (rank < 3 || rank > 5 || from[0] != dims[0] || from[1] != dims[1]) {
    node.error() << "expected data of rank 3, 4 or 5 whose batch and channel "
                    "axes keep their sizes, found "
                 << node.getType(0);
    return;
  }
  Value x = castDims(node, node.getTensor(0), from);
  ArrayRef<SymExprAttr> sizes = dims.drop_front(2);
  if (rank == 3)
    node.setResult(0, emitResize1d(node, x, sizes[0], mode));
  else if (rank == 4)
    node.setResult(0, emitResize<Resize2dOp>(node, x, sizes, mode));
  else
    node.setResult(0, emitResize<Resize3dOp>(node, x, sizes, mode));
}

/// The part of the image that tf_crop_and_resize takes.
static void readRoi(NodeImport &node, ResizeMode &mode) {
  std::optional<SmallVector<double>> roi;
  if (node.hasInput(1))
    roi = node.getFloats(1);
  size_t rank = node.getRank(0);
  if (!roi || roi->size() != 2 * rank || node.hasAttribute("axes")) {
    node.error() << "expected a constant region of interest with two numbers "
                    "for each axis";
    return;
  }
  for (size_t half : {size_t(0), rank})
    for (size_t axis = 2; axis < rank; ++axis)
      mode.roi.push_back((*roi)[half + axis]);
}

static void importResize(NodeImport &node) {
  ResizeMode mode = getResizeMode(node);
  if (mode.coordinates == "tf_crop_and_resize")
    readRoi(node, mode);
  SmallVector<SymExprAttr> from = node.getDims(0);
  SmallVector<SymExprAttr> dims = getResultDims(node, from, 2, 3);
  if (!node.hasFailed())
    resizeTo(node, from, dims, mode);
}

/// Resize of opset 10 and Upsample of opset 9: scales are the second input.
static void importResize10(NodeImport &node) {
  ResizeMode mode;
  mode.method = getMethod(node);
  constexpr unsigned kNoInput = 9;
  SmallVector<SymExprAttr> from = node.getDims(0);
  SmallVector<SymExprAttr> dims = getResultDims(node, from, 1, kNoInput);
  if (!node.hasFailed())
    resizeTo(node, from, dims, mode);
}

/// Before opset 9 the scales are an attribute.
static void importUpsample7(NodeImport &node) {
  ResizeMode mode;
  mode.method = getMethod(node);
  std::optional<SmallVector<double>> scales = node.getFloatList("scales");
  SmallVector<SymExprAttr> dims = node.getDims(0);
  if (!scales || scales->size() != dims.size()) {
    node.error() << "expected attribute 'scales' with " << dims.size()
                 << " entries";
    return;
  }
  SmallVector<SymExprAttr> from = dims;
  for (auto [dim, size, scale] : llvm::zip(from, dims, *scales))
    if (scale != 1.0)
      size = scaleSize(node, dim, float(scale));
  if (!node.hasFailed())
    resizeTo(node, from, dims, mode);
}

/// The grid has its coordinates on the last axis, that of relax on axis 1.
static void importGridSample(NodeImport &node) {
  Builder &builder = node.getBuilder();
  StringRef mode = node.getString("mode", "linear");
  GridSampleOp::Properties properties;
  properties.method =
      builder.getStringAttr(llvm::StringSwitch<StringRef>(mode)
                                .Cases({"linear", "bilinear"}, "bilinear")
                                .Cases({"cubic", "bicubic"}, "bicubic")
                                .Default("nearest"));
  properties.padding_mode =
      builder.getStringAttr(node.getString("padding_mode", "zeros"));
  properties.align_corners =
      builder.getBoolAttr(node.getInt("align_corners", 0) != 0);
  if (node.getRank(0) != 4) {
    node.error() << "expected images of rank 4, found " << node.getType(0);
    return;
  }
  PermuteDimsOp::Properties axes;
  axes.axes = builder.getDenseI64ArrayAttr({0, 3, 1, 2});
  Value grid = node.emit<PermuteDimsOp>(node.getTensor(1), axes);
  node.setResult(
      0, node.emit<GridSampleOp>({node.getTensor(0), grid}, properties));
}

/// The places of a volume's voxels, from -1 to 1, each with a 1 behind them: a
/// row of the result of an affine map for each.
static void importVolumeGrid(NodeImport &node, ArrayRef<SymExprAttr> size,
                             bool alignCorners) {
  constexpr int64_t kMostPlaces = 1 << 20;
  TensorMath math(node);
  int64_t sizes[3], count = 1;
  for (int64_t axis = 0; axis < 3; ++axis) {
    sizes[axis] = size[axis + 2].getConstant().value_or(0);
    count = sizes[axis] < 1 ||
                    sizes[axis] > kMostPlaces / std::max<int64_t>(count, 1)
                ? 0
                : count * sizes[axis];
  }
  if (count == 0) {
    node.error() << "expected volumes of known size, of at most " << kMostPlaces
                 << " places";
    return;
  }
  auto place = [&](int64_t index, int64_t axis) {
    double total = double(sizes[axis]);
    if (alignCorners)
      return total > 1 ? 2.0 * double(index) / (total - 1) - 1.0 : -1.0;
    return (2.0 * double(index) + 1.0) / total - 1.0;
  };
  SmallVector<double> places;
  for (int64_t i = 0; i < count; ++i)
    places.append({place(i % sizes[2], 2), place(i / sizes[2] % sizes[1], 1),
                   place(i / sizes[2] / sizes[1], 0), 1.0});
  Value rows = node.makeNumbers(places, {count, 4}, node.getElementType(0));
  Value grid = math.matmul(rows, math.transpose(node.getTensor(0)));
  node.setResult(0, math.reshape(grid, {size[0], size[2], size[3], size[4],
                                        node.makeExpr(3)}));
}

static void importAffineGrid(NodeImport &node) {
  Builder &builder = node.getBuilder();
  SmallVector<SymExprAttr> size = node.requireSymbolic(1, "the size");
  AffineGridOp::Properties properties;
  properties.align_corners =
      builder.getBoolAttr(node.getInt("align_corners", 0) != 0);
  if (!node.hasFailed() && size.size() != 4 && size.size() != 5)
    node.error() << "expected a size with 4 entries for images or 5 for "
                    "volumes, found "
                 << size.size();
  if (node.hasFailed())
    return;
  if (size.size() == 5)
    return importVolumeGrid(node, size, properties.align_corners.getValue());
  Value grid = node.emit<AffineGridOp>(
      {node.getTensor(0), node.makeShape({size[2], size[3]})}, properties);
  PermuteDimsOp::Properties axes;
  axes.axes = builder.getDenseI64ArrayAttr({0, 2, 3, 1});
  node.setResult(0, node.emit<PermuteDimsOp>(grid, axes));
}

/// The numbers of the images become the first column of the regions.
static void importRoiAlign(NodeImport &node) {
  StringRef mode = node.getString("mode", "avg");
  if (mode != "avg") {
    // ONNX takes the largest of the weighted neighbours, relax the largest of
    // the interpolated samples.
    node.error() << "attribute 'mode' is " << quote(mode)
                 << ", expected \"avg\"; the largest of other numbers is taken "
                    "in relax";
    return;
  }
  Builder &builder = node.getBuilder();
  ROIAlignOp::Properties properties;
  StringRef otherwise =
      node.getOpset() < 16 ? "output_half_pixel" : "half_pixel";
  bool isAligned = node.getString("coordinate_transformation_mode",
                                  otherwise) == "half_pixel";
  properties.aligned = builder.getBoolAttr(isAligned);
  properties.mode = builder.getStringAttr(mode);
  properties.pooled_size = builder.getDenseI64ArrayAttr(
      {node.getInt("output_height", 1), node.getInt("output_width", 1)});
  properties.sample_ratio =
      builder.getI64IntegerAttr(node.getInt("sampling_ratio", 0));
  properties.spatial_scale =
      builder.getF64FloatAttr(node.getFloat("spatial_scale", 1.0));
  ExpandDimsOp::Properties expand;
  expand.axis = builder.getDenseI64ArrayAttr(1);
  Value images = node.emit<ExpandDimsOp>(
      node.castTo(node.getTensor(2), node.getElementType(1)), expand);
  ConcatOp::Properties join;
  join.axis = builder.getI64IntegerAttr(1);
  Value regions = node.emit<ConcatOp>({images, node.getTensor(1)}, join);
  node.setResult(
      0, node.emit<ROIAlignOp>({node.getTensor(0), regions}, properties));
}

static const Operator kOperators[] = {
    {"AffineGrid", 20, kLastOpset, 2, 2, importAffineGrid},
    {"GridSample", 16, kLastOpset, 2, 2, importGridSample},
    {"Resize", 10, 10, 2, 2, importResize10},
    {"Resize", 11, kLastOpset, 1, 4, importResize},
    {"Upsample", 7, 8, 1, 1, importUpsample7},
    {"Upsample", 9, 9, 2, 2, importResize10},
    {"RoiAlign", 10, kLastOpset, 3, 3, importRoiAlign},
};

void addImageOperators(OperatorTable &table) { table.add(kOperators); }

} // namespace mlir::relax
