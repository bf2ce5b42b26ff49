// Operators that cut images into patches, or put them together.
#include "Broadcasting.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ScatterOps.h"
#include "TensorMath.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::relax {

/// The middle of an axis, or the axis with zeros around it, where the
/// difference of the sizes is computed: one of both does nothing then, and
/// floor(d / 2) are in front in either direction.
static Value centre(NodeImport &node, Value x, int64_t axis, SymExprAttr size) {
  TensorMath math(node);
  SmallVector<SymExprAttr> dims = math.dims(x);
  SymExprAttr zero = node.makeExpr(0), two = node.makeExpr(2);
  SymExprAttr kept = min(dims[axis], size);
  SymExprAttr begin = floorDiv(max(dims[axis] - size, zero), two);
  SymExprAttr front = floorDiv(max(size - dims[axis], zero), two);
  x = math.slice(x, axis, begin, begin + kept);
  Type element = getElementTypeOrSelf(x.getType());
  auto zeros = [&](SymExprAttr count) {
    dims[axis] = count;
    return math.zeros(dims, element);
  };
  x = math.concat({zeros(front), x, zeros(size - kept - front)}, axis);
  dims[axis] = size;
  return castDims(node, x, dims);
}

/// The middle of a tensor, or a tensor with zeros around it, of given sizes.
static void importCenterCropPad(NodeImport &node) {
  TensorMath math(node);
  int64_t rank = node.getRank(0);
  // Without axes the target names all of them.
  SmallVector<int64_t> axes;
  if (std::optional<SmallVector<int64_t>> given = node.getInts("axes"))
    axes = node.normalizeAxes(*given, rank);
  else
    for (int64_t axis = 0; axis < rank; ++axis)
      axes.push_back(axis);
  SmallVector<SymExprAttr> sizes = node.requireSymbolic(1, "sizes");
  if (!node.hasFailed() && sizes.size() != axes.size())
    node.error() << "expected " << axes.size() << " sizes, found "
                 << sizes.size();
  Value x = giveSymbols(node, node.getTensor(0));
  if (node.hasFailed())
    return;
  SymExprAttr two = node.makeExpr(2);
  for (auto [axis, size] : llvm::zip(axes, sizes)) {
    // Only the difference must be known, so that a symbol n + 2 minus n works.
    std::optional<int64_t> missing =
        (size - getKnownDim(node, x, axis)).getConstant();
    if (!missing) {
      x = centre(node, x, axis, size);
      continue;
    }
    // Odd differences: the standard's function puts floor(d / 2) in front in
    // both directions. -missing is positive where this is used.
    SymExprAttr begin = floorDiv(node.makeExpr(-*missing), two);
    if (*missing < 0)
      x = math.slice(x, axis, begin, begin + size);
    else
      x = math.pad(x, axis, *missing / 2, *missing - *missing / 2);
  }
  node.setResult(0, x);
}

namespace {
/// The windows of a Col2Im node, over an image with its padding.
struct PatchGrid {
  SmallVector<int64_t> image, block, dilations, strides, pads;
  /// Places of windows an axis.
  SmallVector<int64_t> counts;

  int64_t getAxes() const { return int64_t(image.size()); }
  // A scatter by constant indices: which pixel each element of each window
  // belongs to depends on the attributes only. So they are computed here, and
  // the run time adds.
  int64_t getPadded(int64_t axis) const {
    return image[axis] + pads[axis] + pads[axis + getAxes()];
  }
  /// Where the pixels of all windows lie in the flat image: for each element
  /// of a window all windows.
  SmallVector<int64_t> getPlaces() const;
};
} // namespace

static int64_t product(ArrayRef<int64_t> sizes) {
  int64_t result = 1;
  for (int64_t size : sizes)
    result *= size;
  return result;
}

SmallVector<int64_t> PatchGrid::getPlaces() const {
  SmallVector<int64_t> places;
  // In the order of the data's axis 1 and 2: elements of a window outside,
  // windows inside.
  for (int64_t part = 0; part < product(block); ++part)
    for (int64_t window = 0; window < product(counts); ++window) {
      int64_t place = 0, step = 1, inPart = part, inWindow = window;
      // From the last axis inwards, in the padded image, so that no index is
      // negative.
      for (int64_t axis = getAxes() - 1; axis >= 0; --axis) {
        place += step * (inPart % block[axis] * dilations[axis] +
                         inWindow % counts[axis] * strides[axis]);
        step *= getPadded(axis);
        inPart /= block[axis];
        inWindow /= counts[axis];
      }
      places.push_back(place);
    }
  return places;
}

static std::optional<PatchGrid> getPatchGrid(NodeImport &node) {
  // Each place is one i64 constant in the module: 2^24 of them are 128 MiB.
  constexpr int64_t kMaxElements = 1 << 24;
  PatchGrid grid;
  grid.image = node.requireIntegers(1, "the shape of the image");
  grid.block = node.requireIntegers(2, "the shape of a block");
  size_t axes = grid.image.size();
  auto read = [&](StringRef name, size_t size, int64_t otherwise) {
    return node.getInts(name).value_or(SmallVector<int64_t>(size, otherwise));
  };
  grid.dilations = read("dilations", axes, 1);
  grid.strides = read("strides", axes, 1);
  grid.pads = read("pads", 2 * axes, 0);
  bool fits = grid.block.size() == axes && grid.dilations.size() == axes &&
              grid.strides.size() == axes && grid.pads.size() == 2 * axes;
  for (ArrayRef<int64_t> sizes :
       {grid.image, grid.block, grid.dilations, grid.strides})
    // Each size is bounded before any product of two is formed, and the
    // products below are bounded step by step.
    fits &= llvm::all_of(
        sizes, [](int64_t size) { return size > 0 && size < kMaxElements; });
  for (size_t axis = 0; axis < axes && fits; ++axis) {
    int64_t span = grid.dilations[axis] * (grid.block[axis] - 1) + 1;
    int64_t room = grid.getPadded(int64_t(axis)) - span;
    fits &= grid.pads[axis] >= 0 && grid.pads[axis + axes] >= 0 && room >= 0 &&
            room < kMaxElements;
    grid.counts.push_back(room / grid.strides[axis] + 1);
    fits &= product(grid.counts) * grid.block[axis] < kMaxElements;
  }
  if (node.hasFailed())
    return std::nullopt;
  // The number of places is the product of both, compared by a division.
  if (!fits || product(grid.counts) > kMaxElements / product(grid.block)) {
    node.error() << "blocks do not fit into the image, or are too many";
    return std::nullopt;
  }
  return grid;
}

namespace {
/// One Col2Im node under construction.
class PatchSum {
public:
  PatchSum(NodeImport &node, const PatchGrid &grid, Value x)
      : node(node), math(node), grid(grid), x(x),
        batch(getKnownDim(node, x, 0)),
        // Axis 1 is channels times the elements of a window, channels outside.
        channels(floorDiv(getKnownDim(node, x, 1),
                          node.makeExpr(product(grid.block)))) {}

  Value run();

private:
  Value getWindows();
  Value placeWindows();
  Value addShifted();
  Value scatter();

  NodeImport &node;
  TensorMath math;
  const PatchGrid &grid;
  Value x;
  SymExprAttr batch, channels;
};
} // namespace

/// [batch, channels, elements of a window, windows], an axis of the image each.
Value PatchSum::getWindows() {
  SmallVector<SymExprAttr> sizes = {batch, channels};
  for (ArrayRef<int64_t> part : {ArrayRef(grid.block), ArrayRef(grid.counts)})
    for (int64_t size : part)
      sizes.push_back(node.makeExpr(size));
  return math.reshape(x, sizes);
}

/// Windows that fill the image, without a gap and none twice.
Value PatchSum::placeWindows() {
  int64_t axes = grid.getAxes();
  SmallVector<int64_t> order = {0, 1};
  SmallVector<SymExprAttr> sizes = {batch, channels};
  for (int64_t axis = 0; axis < axes; ++axis) {
    order.append({2 + axes + axis, 2 + axis});
    sizes.push_back(node.makeExpr(grid.image[axis]));
  }
  return math.reshape(math.permute(getWindows(), order), sizes);
}

/// Windows at all places: what they have at one element is an image, shifted,
/// whose elements lie next to each other.
Value PatchSum::addShifted() {
  int64_t axes = grid.getAxes();
  Value windows = getWindows(), sum;
  for (int64_t part = 0; part < product(grid.block); ++part) {
    Value shifted = windows;
    int64_t rest = part;
    for (int64_t axis = axes - 1; axis >= 0 && shifted; --axis) {
      int64_t at = rest % grid.block[axis], count = grid.counts[axis];
      rest /= grid.block[axis];
      int64_t before = at * grid.dilations[axis] - grid.pads[axis];
      int64_t after = grid.image[axis] - count - before;
      int64_t begin = std::max<int64_t>(0, -before);
      int64_t end = count - std::max<int64_t>(0, -after);
      if (begin >= end) {
        // All of it is in the padding.
        shifted = nullptr;
        break;
      }
      shifted = math.slice(shifted, 2 + axis, at, at + 1);
      if (begin != 0 || end != count)
        shifted = math.slice(shifted, 2 + axes + axis, begin, end);
      if (before > 0 || after > 0)
        shifted =
            math.pad(shifted, 2 + axes + axis, std::max<int64_t>(0, before),
                     std::max<int64_t>(0, after));
    }
    if (shifted)
      sum = sum ? math.add(sum, shifted) : shifted;
  }
  SmallVector<SymExprAttr> sizes = {batch, channels};
  for (int64_t size : grid.image)
    sizes.push_back(node.makeExpr(size));
  return sum ? math.reshape(sum, sizes)
             : math.zeros(sizes, node.getElementType(0));
}

Value PatchSum::scatter() {
  Builder &builder = node.getBuilder();
  SmallVector<int64_t> places = grid.getPlaces();
  SymExprAttr each = node.makeExpr(int64_t(places.size()));
  SmallVector<SymExprAttr> sizes = {batch, channels};
  int64_t pixels = 1;
  for (int64_t axis = 0; axis < grid.getAxes(); ++axis) {
    sizes.push_back(node.makeExpr(grid.getPadded(axis)));
    pixels *= grid.getPadded(axis);
  }
  ScatterElementsOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(2);
  // Windows that overlap add up: scatter without a reduction would keep the
  // last one.
  properties.reduction = builder.getStringAttr("add");
  Value indices = math.broadcast(math.expand(node.makeIntegers(places), {0, 1}),
                                 {batch, channels, each});
  Value image = node.emit<ScatterElementsOp>(
      {math.zeros({batch, channels, node.makeExpr(pixels)},
                  node.getElementType(0)),
       indices, math.reshape(x, {batch, channels, each})},
      properties);
  image = math.reshape(image, sizes);
  // The padding is cut off at the end. Places outside of the image still got
  // values, which nobody sees.
  for (int64_t axis = 0; axis < grid.getAxes(); ++axis)
    if (grid.getPadded(axis) != grid.image[axis])
      image = math.slice(image, axis + 2, grid.pads[axis],
                         grid.pads[axis] + grid.image[axis]);
  return image;
}

/// A scatter goes element by element, by indices of eight bytes each.
Value PatchSum::run() {
  // More addends than a kernel has calls are sums of sums in memory.
  constexpr int64_t kMaxAddends = 32;
  auto isOne = [](int64_t number) { return number == 1; };
  bool fills = llvm::all_of(grid.dilations, isOne) &&
               ArrayRef(grid.strides) == ArrayRef(grid.block);
  for (int64_t axis = 0; axis < grid.getAxes(); ++axis)
    fills &= grid.counts[axis] * grid.block[axis] == grid.getPadded(axis) &&
             grid.getPadded(axis) == grid.image[axis];
  if (fills)
    return placeWindows();
  return llvm::all_of(grid.strides, isOne) && product(grid.block) <= kMaxAddends
             ? addShifted()
             : scatter();
}

/// Windows are added up where they overlap.
static void importCol2Im(NodeImport &node) {
  std::optional<PatchGrid> grid = getPatchGrid(node);
  if (!grid)
    return;
  Value x = giveSymbols(node, node.getTensor(0));
  if (TensorMath(node).rank(x) != 3) {
    node.error() << "expected data of rank 3, found " << node.getType(0);
    return;
  }
  node.setResult(0, PatchSum(node, *grid, x).run());
}

void addPatchOperators(OperatorTable &table) {
  table.add({
      {"CenterCropPad", 18, kLastOpset, 2, 2, importCenterCropPad},
      {"Col2Im", 18, kLastOpset, 3, 3, importCol2Im},
  });
}

} // namespace mlir::relax
