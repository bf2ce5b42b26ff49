// Convolutions whose window takes its elements from places that are computed.
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Sampling.h"
#include "SlidingWindow.h"

namespace mlir::relax {

namespace {
/// A DeformConv node: its sizes, and its inputs in parts that one can compute
/// with.
class DeformConv {
public:
  DeformConv(NodeImport &node, const SlidingWindow &window, int64_t groups,
             int64_t offsetGroups)
      : node(node), math(node), window(window), groups(groups),
        offsetGroups(offsetGroups), x(node.getDims(0)), weight(node.getDims(1)),
        offset(node.getDims(2)) {}

  void run();

private:
  bool check();
  Value getPlaces(int64_t axis);
  Value getColumns();

  NodeImport &node;
  TensorMath math;
  const SlidingWindow &window;
  int64_t groups, offsetGroups;
  SmallVector<SymExprAttr> x, weight, offset;
  /// The number of elements of a window, and that of windows.
  int64_t taps = 1;
  SymExprAttr windows;
};
} // namespace

bool DeformConv::check() {
  constexpr int64_t kLargest = 1 << 16;
  // Each factor is bounded before the product is formed, so that a hostile
  // kernel_shape cannot overflow it.
  for (int64_t size : window.kernel)
    taps = size > kLargest || taps * size > kLargest ? 0 : taps * size;
  auto isKnown = [](ArrayRef<SymExprAttr> dims) {
    return !llvm::is_contained(dims, SymExprAttr());
  };
  // All of this is checked at once, since `getPlaces` and `getColumns` build
  // reshapes from these numbers: one that does not divide would be reported
  // about a reshape that the model does not have.
  bool fits = x.size() == 4 && weight.size() == 4 && offset.size() == 4 &&
              isKnown(x) && isKnown(weight) && isKnown(offset);
  std::optional<int64_t> channels =
      fits ? x[1].getConstant() : std::optional<int64_t>();
  std::optional<int64_t> outputs =
      fits ? weight[0].getConstant() : std::optional<int64_t>();
  fits = fits && taps > 0 && channels && outputs && groups > 0 &&
         offsetGroups > 0 && offsetGroups <= kLargest &&
         *channels % groups == 0 && *channels % offsetGroups == 0 &&
         *outputs % groups == 0 &&
         // Two offsets, for height and width, of each tap and group (DeformConv
         // 19: offset_group * kH * kW * 2 channels).
         offset[1].getConstant() == offsetGroups * taps * 2 &&
         weight[1].getConstant() == *channels / groups;
  if (!fits)
    node.error() << "expected images, weights and offsets of rank 4 whose "
                    "channels fit the groups, found "
                 << node.getType(0) << ", " << node.getType(1) << " and "
                 << node.getType(2);
  return fits;
}

/// Where along axis `axis` the windows take their elements, as floats: batch
/// with groups of offsets, and samples.
Value DeformConv::getPlaces(int64_t axis) {
  Type element = node.getElementType(0);
  SymExprAttr group = node.makeExpr(offsetGroups);
  SymExprAttr tap = node.makeExpr(taps);
  SymExprAttr one = node.makeExpr(1);
  // The channels of `offset` are ordered group, tap, then height and width. The
  // element 0 of the pair is the height.
  Value shift =
      math.reshape(node.getTensor(2),
                   {x[0], group, tap, node.makeExpr(2), offset[2], offset[3]});
  shift = math.element(shift, 3, axis);
  // Where the window stands, then which of its elements it is.
  Value stand = math.range(node.makeExpr(0), offset[axis + 2], element);
  stand = math.sub(math.mul(stand, math.number(window.strides[axis], stand)),
                   math.number(window.padding[axis], stand));
  // Batch with groups, taps and windows: the positions broadcast along the axis
  // of the window they belong to.
  SmallVector<SymExprAttr> along = {one, one, one, one, one};
  along[axis + 3] = offset[axis + 2];
  SmallVector<double> inside;
  // Taps are numbered in row-major order, so the height of tap i is i / kernel
  // width and its width is i modulo that.
  int64_t behind = axis == 0 ? window.kernel[1] : 1;
  for (int64_t i = 0; i < taps; ++i)
    inside.push_back(
        double(i / behind % window.kernel[axis] * window.dilations[axis]));
  Value place = math.add(math.add(shift, math.reshape(stand, along)),
                         node.makeNumbers(inside, {1, 1, taps, 1, 1}, element));
  return math.reshape(place, {x[0] * offsetGroups, windows * taps});
}

/// What the windows take, as batch, groups, channels with taps, and windows.
Value DeformConv::getColumns() {
  int64_t channels = *x[1].getConstant();
  // Each group of offsets samples its own part of the channels. Batch and group
  // become one axis: then one sampling with one set of places for each "image"
  // serves all groups.
  SymExprAttr batch = x[0] * offsetGroups;
  SymExprAttr part = node.makeExpr(channels / offsetGroups);
  Value images = math.reshape(node.getTensor(0), {batch, part, x[2], x[3]});
  Value samples =
      sampleImages(node, images, {getPlaces(0), getPlaces(1)}, Blend::Linear);
  // The mask (v2 of deformable convolution) scales each sample before the
  // product, one number for each group, tap and window.
  if (node.hasInput(4))
    samples = math.mul(samples,
                       math.reshape(node.getTensor(4),
                                    {batch, windows * taps, node.makeExpr(1)}));
  // The samples come with the channels at the end. They go in front of the
  // taps, in the order of the weight's flattened (channel, tap) axis.
  Value columns = math.reshape(samples, {x[0], node.makeExpr(offsetGroups),
                                         node.makeExpr(taps), windows, part});
  return math.reshape(math.permute(columns, {0, 1, 4, 2, 3}),
                      {x[0], node.makeExpr(groups),
                       node.makeExpr(channels / groups * taps), windows});
}

void DeformConv::run() {
  if (!check())
    return;
  windows = offset[2] * offset[3];
  int64_t outputs = *weight[0].getConstant();
  int64_t inner = *weight[1].getConstant() * taps;
  // The convolution is one batched product: (outputs, channels x taps) by
  // (channels x taps, windows) for each group, like im2col.
  Value rows = math.reshape(node.getTensor(1), {node.makeExpr(groups),
                                                node.makeExpr(outputs / groups),
                                                node.makeExpr(inner)});
  Value result = math.reshape(math.matmul(rows, getColumns()),
                              {x[0], weight[0], offset[2], offset[3]});
  if (node.hasInput(3))
    result = math.add(result, math.expand(node.getTensor(3), {1, 2}));
  node.setResult(0, result);
}

static void importDeformConv(NodeImport &node) {
  int64_t groups = node.getInt("group", 1);
  int64_t offsetGroups = node.getInt("offset_group", 1);
  RankedTensorType type = node.getType(1);
  std::optional<SmallVector<int64_t>> kernel;
  if (type.getRank() == 4 && !type.isDynamicDim(2) && !type.isDynamicDim(3))
    kernel = SmallVector<int64_t>(type.getShape().drop_front(2));
  std::optional<SlidingWindow> window = getSlidingWindow(node, kernel);
  if (window && window->getAxes() == 2 && !node.hasFailed())
    DeformConv(node, *window, groups, offsetGroups).run();
  else if (!node.hasFailed())
    node.error() << "expected images of rank 4, found " << node.getType(0);
}

void addDeformOperators(OperatorTable &table) {
  table.add({
      {"DeformConv", 19, kLastOpset, 3, 5, importDeformConv},
  });
}

} // namespace mlir::relax
