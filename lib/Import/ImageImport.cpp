// Operators that sample images.
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/ImageOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/VisionOps.h"
#include "Sampling.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::relax {

/// Coordinates of one axis of `size` elements, which go from -1 to 1, counted
/// in elements.
/// GridSample: with align_corners -1 and 1 are the middle of the outermost
/// elements, (p + 1) / 2 * (size - 1). Without, they are the outer edges: ((p +
/// 1) * size - 1) / 2.
static Value countInElements(NodeImport &node, Value place, SymExprAttr size,
                             bool alignCorners) {
  TensorMath math(node);
  if (!place)
    return nullptr;
  Value count = makeNumber(node, size, getElementTypeOrSelf(place.getType()));
  Value one = math.number(1, place), half = math.number(0.5, place);
  Value moved = math.add(place, one);
  if (alignCorners)
    return math.mul(math.mul(moved, half), math.sub(count, one));
  return math.mul(math.sub(math.mul(moved, count), one), half);
}

/// `place` brought inside an axis of `size` elements as `padding` says.
static Value moveInside(NodeImport &node, Value place, SymExprAttr size,
                        StringRef padding, bool alignCorners) {
  TensorMath math(node);
  // "zeros" leaves places outside where they are: the sampling itself gives 0
  // for neighbours that are not there, with the right weight for a place half
  // outside.
  if (!place || padding == "zeros")
    return place;
  Value count = makeNumber(node, size, getElementTypeOrSelf(place.getType()));
  Value last = math.sub(count, math.number(1, place));
  if (padding == "reflection") {
    // The mirrors stand at the borders of the outermost elements, or in their
    // middle.
    Value low = math.number(alignCorners ? 0.0 : -0.5, place);
    Value span = alignCorners ? last : count;
    // A reflected place is a triangle wave of period 2 * span. The absolute
    // value and the modulus give it without a loop, however far outside the
    // place is.
    Value two = math.add(span, span);
    Value way =
        math.binary<FloorModOp>(math.unary<AbsOp>(math.sub(place, low)), two);
    place = math.add(math.min(way, math.sub(two, way)), low);
  }
  // "border" is this clamp. Reflected places need it too: between the mirror at
  // -0.5 and the first element a place lies up to half an element outside.
  return math.min(math.max(place, math.number(0, place)), last);
}

/// Volumes: the grid has x, y and z on its last axis.
static void sampleVolume(NodeImport &node, StringRef mode, StringRef padding,
                         bool alignCorners) {
  TensorMath math(node);
  bool isNearest = mode == "nearest";
  SmallVector<SymExprAttr> dims = node.getDims(0), grid = node.getDims(1);
  // The standard defines cubic for 4-D inputs only, and volumes are computed by
  // ops here, so the sizes must be expressions.
  if (grid.size() != 5 || llvm::is_contained(dims, SymExprAttr()) ||
      llvm::is_contained(grid, SymExprAttr()) || mode == "cubic" ||
      mode == "bicubic") {
    node.error() << "expected volumes and a grid of rank 5 and known sizes and "
                    "mode \"linear\" or \"nearest\", found "
                 << node.getType(0) << ", " << node.getType(1) << " and "
                 << quote(mode);
    return;
  }
  SymExprAttr count =
      SymExprAttr::product(node.getContext(), ArrayRef(grid).slice(1, 3));
  SmallVector<Value> places;
  for (int64_t axis = 0; axis < 3; ++axis) {
    // x is the first coordinate of the grid, but the last axis of the volume,
    // hence 2 - axis.
    Value place = math.element(node.getTensor(1), 4, 2 - axis);
    place = countInElements(node, math.reshape(place, {grid[0], count}),
                            dims[axis + 2], alignCorners);
    place = moveInside(node, place, dims[axis + 2], padding, alignCorners);
    // Half to even, as the reference rounds with rint.
    places.push_back(isNearest ? math.unary<RoundOp>(place) : place);
  }
  // Samples have the channels last; ONNX has them in front of the places.
  Value samples = sampleImages(node, node.getTensor(0), places,
                               isNearest ? Blend::Nearest : Blend::Linear);
  node.setResult(0,
                 math.reshape(math.transpose(samples),
                              {grid[0], dims[1], grid[1], grid[2], grid[3]}));
}

/// The grid has its coordinates on the last axis, that of relax on axis 1.
static void importGridSample(NodeImport &node) {
  Builder &builder = node.getBuilder();
  StringRef mode = node.getString("mode", "linear");
  StringRef padding = node.getString("padding_mode", "zeros");
  bool alignCorners = node.getInt("align_corners", 0) != 0;
  if (node.getRank(0) == 5)
    return sampleVolume(node, mode, padding, alignCorners);
  GridSampleOp::Properties properties;
  // Opset 16 calls the modes bilinear and bicubic, 20 linear and cubic. They
  // mean the same.
  properties.method =
      builder.getStringAttr(llvm::StringSwitch<StringRef>(mode)
                                .Cases({"linear", "bilinear"}, "bilinear")
                                .Cases({"cubic", "bicubic"}, "bicubic")
                                .Default("nearest"));
  properties.padding_mode = builder.getStringAttr(padding);
  properties.align_corners = builder.getBoolAttr(alignCorners);
  if (node.getRank(0) != 4) {
    node.error() << "expected images of rank 4 or volumes of rank 5, found "
                 << node.getType(0);
    return;
  }
  TensorMath math(node);
  Value grid = math.permute(node.getTensor(1), {0, 3, 1, 2});
  node.setResult(
      0, node.emit<GridSampleOp>({node.getTensor(0), grid}, properties));
}

/// The places of a volume's voxels, from -1 to 1, each with a 1 behind them: a
/// row of the result of an affine map for each.
static void importVolumeGrid(NodeImport &node, ArrayRef<SymExprAttr> size,
                             bool alignCorners) {
  // The grid of base places is a constant of 4 numbers each: 2^20 places are 16
  // MiB in f32.
  constexpr int64_t kMaxElements = 1 << 20;
  TensorMath math(node);
  int64_t sizes[3], count = 1;
  for (int64_t axis = 0; axis < 3; ++axis) {
    sizes[axis] = size[axis + 2].getConstant().value_or(0);
    // Divided instead of multiplied, so that no product overflows before it is
    // compared.
    count = sizes[axis] < 1 ||
                    sizes[axis] > kMaxElements / std::max<int64_t>(count, 1)
                ? 0
                : count * sizes[axis];
  }
  if (count == 0) {
    node.error() << "expected volumes of known size, of at most "
                 << kMaxElements << " places";
    return;
  }
  auto place = [&](int64_t index, int64_t axis) {
    double total = double(sizes[axis]);
    if (alignCorners)
      // With corners aligned one voxel alone has no distance to divide by; it
      // is at -1.
      return total > 1 ? 2.0 * double(index) / (total - 1) - 1.0 : -1.0;
    return (2.0 * double(index) + 1.0) / total - 1.0;
  };
  SmallVector<double> places;
  // x runs fastest, so the last size is the innermost digit.
  for (int64_t i = 0; i < count; ++i)
    places.append({place(i % sizes[2], 2), place(i / sizes[2] % sizes[1], 1),
                   place(i / sizes[2] / sizes[1], 0), 1.0});
  Value rows = node.makeNumbers(places, {count, 4}, node.getElementType(0));
  // One product for all places: rows of (x, y, z, 1) times the transposed 3 x 4
  // matrix of each batch.
  Value grid = math.matmul(rows, math.transpose(node.getTensor(0)));
  node.setResult(0, math.reshape(grid, {size[0], size[2], size[3], size[4],
                                        node.makeExpr(3)}));
}

static void importAffineGrid(NodeImport &node) {
  Builder &builder = node.getBuilder();
  // The grid decides the size of the result, thus the size must be known; an
  // affine map as such does not need its numbers.
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
  // relax, like TVM, has the coordinates on axis 1; ONNX has them last.
  axes.axes = builder.getDenseI64ArrayAttr({0, 2, 3, 1});
  node.setResult(0, node.emit<PermuteDimsOp>(grid, axes));
}

// onnxruntime's max mode takes the maximum over the four weighted neighbours of
// each sample, and not over interpolated values. TVM's op does the latter, so
// "avg" can use it and "max" cannot.
namespace {
/// A RoiAlign node that takes the greatest of the weighted neighbours of its
/// samples; the op of relax takes that of the interpolated samples.
class GreatestInRegion {
public:
  GreatestInRegion(NodeImport &node, int64_t height, int64_t width,
                   int64_t ratio, double scale, bool isHalfPixel)
      : node(node), math(node), cells{height, width}, ratio(ratio),
        scale(scale), isHalfPixel(isHalfPixel), dims(node.getDims(0)) {}
  void run();

private:
  Value getPlaces(int64_t axis, Value &isNear);
  Value scaled(Value regions, int64_t column);

  NodeImport &node;
  TensorMath math;
  int64_t cells[2];
  int64_t ratio;
  double scale;
  bool isHalfPixel;
  SmallVector<SymExprAttr> dims;
  SymExprAttr count;
};
} // namespace

/// One border of each region, in elements: a column.
Value GreatestInRegion::scaled(Value regions, int64_t column) {
  Value border = math.slice(regions, 1, column, column + 1);
  border = math.mul(border, math.number(scale, border));
  // Since opset 16 half_pixel is the default: it shifts by half an element, so
  // that a region's borders lie between elements.
  return math.sub(border, math.number(isHalfPixel ? 0.5 : 0.0, border));
}

/// The coordinates along `axis` of all samples of each region; `isNear` becomes
/// whether they are less than an element outside.
Value GreatestInRegion::getPlaces(int64_t axis, Value &isNear) {
  Value regions = node.getTensor(1);
  Value start = scaled(regions, 1 - axis), end = scaled(regions, 3 - axis);
  Value size = math.sub(end, start);
  if (!size)
    return nullptr;
  // Without the shift regions have at least size 1, as in the first version of
  // RoiAlign; with it they may be as small as they are.
  if (!isHalfPixel)
    size = math.max(size, math.number(1, size));
  // Samples go cell by cell, rows before columns; so do those of a cell.
  // Sample s of cell c is at (c + (s + 0.5) / ratio) / cells of the region: all
  // of them are fractions of its size, so one constant serves all regions.
  SmallVector<double> parts;
  for (int64_t i = 0; i < cells[0] * cells[1] * ratio * ratio; ++i) {
    int64_t inner = i % (ratio * ratio), cell = i / (ratio * ratio);
    int64_t place = axis == 0 ? cell / cells[1] : cell % cells[1];
    int64_t sample = axis == 0 ? inner / ratio : inner % ratio;
    parts.push_back((double(place) + (double(sample) + 0.5) / double(ratio)) /
                    double(cells[axis]));
  }
  Value place = math.add(
      start, math.mul(size, node.makeNumbers(parts, {1, int64_t(parts.size())},
                                             node.getElementType(1))));
  Type element = node.getElementType(0);
  place = node.castTo(place, element);
  Value length = makeNumber(node, dims[axis + 2], element);
  // A sample more than one element outside gives 0; nearer ones are moved to
  // the edge. That is the rule of the reference and of torchvision.
  Value isInside = math.binary<LogicalAndOp>(
      math.binary<GreaterEqualOp>(place, math.number(-1, place)),
      math.binary<LessEqualOp>(place, length));
  isNear = isNear ? math.binary<LogicalAndOp>(isNear, isInside) : isInside;
  return math.min(math.max(place, math.number(0, place)),
                  math.sub(length, math.number(1, place)));
}

void GreatestInRegion::run() {
  constexpr int64_t kMax = 1 << 20;
  count = node.getDims(1).empty() ? SymExprAttr() : node.getDims(1)[0];
  bool fits = dims.size() == 4 && !llvm::is_contained(dims, SymExprAttr()) &&
              count && cells[0] > 0 && cells[1] > 0 && ratio > 0 &&
              ratio <= 1024 && cells[0] <= kMax && cells[1] <= kMax &&
              // Written with a division since the product of four sizes may
              // overflow.
              cells[0] * cells[1] <= kMax / (ratio * ratio);
  if (!fits) {
    node.error() << "attribute 'mode' is \"max\", which needs images and "
                    "regions of known size and attribute 'sampling_ratio'";
    return;
  }
  // Each region names its image, which is copied. So sampling sees one image
  // for each region.
  Value images = math.take(node.getTensor(0), node.getTensor(2), 0);
  Value isNear;
  Value rows = getPlaces(0, isNear), columns = getPlaces(1, isNear);
  // The places of both axes are paired one by one, so `sampleImages` serves as
  // for a grid.
  Value samples = sampleImages(node, images, {rows, columns}, Blend::Saturate);
  samples = math.where(math.expand(isNear, int64_t(2)), samples,
                       math.number(0, samples));
  samples = math.reshape(samples, {count, node.makeExpr(cells[0] * cells[1]),
                                   node.makeExpr(ratio * ratio), dims[1]});
  MaxOp::Properties greatest;
  greatest.axis = node.getBuilder().getDenseI64ArrayAttr(2);
  Value result = math.transpose(node.emit<MaxOp>(samples, greatest));
  node.setResult(0,
                 math.reshape(result, {count, dims[1], node.makeExpr(cells[0]),
                                       node.makeExpr(cells[1])}));
}

/// The numbers of the images become the first column of the regions.
static void importRoiAlign(NodeImport &node) {
  // Sizes are taken from all three, wherever they are known.
  for (auto [place, rank] : {std::pair(0, 4), std::pair(1, 2), std::pair(2, 1)})
    if (node.getRank(place) != rank) {
      node.error() << "expected an operand #" << place << " of rank " << rank
                   << ", found " << node.getType(place);
      return;
    }
  StringRef mode = node.getString("mode", "avg");
  // Opset 10 has no attribute and no shift; 16 introduced it with the shift as
  // its default.
  StringRef otherwise =
      node.getOpset() < 16 ? "output_half_pixel" : "half_pixel";
  bool isAligned = node.getString("coordinate_transformation_mode",
                                  otherwise) == "half_pixel";
  int64_t height = node.getInt("output_height", 1);
  int64_t width = node.getInt("output_width", 1);
  int64_t ratio = node.getInt("sampling_ratio", 0);
  double scale = node.getFloat("spatial_scale", 1.0);
  if (mode == "max")
    return GreatestInRegion(node, height, width, ratio, scale, isAligned).run();
  if (mode != "avg") {
    node.error() << "attribute 'mode' is " << quote(mode)
                 << ", expected \"avg\" or \"max\"";
    return;
  }
  Builder &builder = node.getBuilder();
  ROIAlignOp::Properties properties;
  properties.aligned = builder.getBoolAttr(isAligned);
  properties.mode = builder.getStringAttr(mode);
  properties.pooled_size = builder.getDenseI64ArrayAttr({height, width});
  properties.sample_ratio = builder.getI64IntegerAttr(ratio);
  properties.spatial_scale = builder.getF64FloatAttr(scale);
  ExpandDimsOp::Properties expand;
  expand.axis = builder.getDenseI64ArrayAttr(1);
  // relax's regions have five columns, with the number of the image in front,
  // as TVM's do. The number becomes a float: exact up to 2^24 images in f32.
  Value images = node.emit<ExpandDimsOp>(
      node.castTo(node.getTensor(2), node.getElementType(1)), expand);
  ConcatOp::Properties join;
  join.axis = builder.getI64IntegerAttr(1);
  Value regions = node.emit<ConcatOp>({images, node.getTensor(1)}, join);
  node.setResult(
      0, node.emit<ROIAlignOp>({node.getTensor(0), regions}, properties));
}

void addImageOperators(OperatorTable &table) {
  table.add({
      {"AffineGrid", 20, kLastOpset, 2, 2, importAffineGrid},
      {"GridSample", 16, kLastOpset, 2, 2, importGridSample},
      {"RoiAlign", 10, kLastOpset, 3, 3, importRoiAlign},
  });
}

} // namespace mlir::relax
