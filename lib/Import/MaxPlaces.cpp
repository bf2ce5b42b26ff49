// Where a window of a pool has its greatest element, and the way back.
#include "MaxPlaces.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ScatterOps.h"
#include "TensorMath.h"
#include <limits>

namespace mlir::relax {

namespace {
/// Goes through the elements of all windows at once: first that which each
/// window has first.
/// MaxPool's second output is the argmax. relax's pools give values only; so
/// all windows are searched in parallel, one tap after the other: kernel-size
/// passes over tensors of the result's shape, and no gather.
class MaximumSearch {
public:
  MaximumSearch(NodeImport &node, const SlidingWindow &window,
                ArrayRef<SymExprAttr> result)
      : node(node), math(node), window(window), data(node.getDims(0)),
        result(result), i64(node.getBuilder().getI64Type()) {}

  Value run(bool isColumnMajor);

private:
  Value padData();
  Value takeElement(Value padded, int64_t tap);
  Value findTaps();
  Value getPlace(Value taps, size_t axis);
  Value makeSize(SymExprAttr size) { return node.makeSize(size, i64); }
  Value makeIndex(int64_t value) { return node.makeScalar(double(value), i64); }

  NodeImport &node;
  TensorMath math;
  const SlidingWindow &window;
  SmallVector<SymExprAttr> data;
  ArrayRef<SymExprAttr> result;
  Type i64;
};
} // namespace

/// The data as floats with what is less than all around it, as far as any
/// window reaches.
Value MaximumSearch::padData() {
  // The padding is minus infinity, which integers do not have. MaxPool's
  // integers have 8 bits (opset 12), which f32 holds exactly.
  Value x = node.getTensor(0);
  if (isa<IntegerType>(node.getElementType(0)))
    x = node.castTo(x, node.getBuilder().getF32Type());
  // Batch and channels are not padded: the first four entries, two an axis.
  SmallVector<int64_t> widths(4, 0);
  for (size_t axis = 0; axis < window.getAxes(); ++axis) {
    widths.push_back(window.padding[axis]);
    // A last window may reach beyond the padding if sizes are rounded up.
    // ceil_mode lets the last window begin inside and end up to stride - 1
    // behind the padding. Slices of all taps must have the result's size, or
    // they could not be compared.
    widths.push_back(window.padding[axis + window.getAxes()] +
                     window.strides[axis] - 1);
  }
  PadOp::Properties properties;
  properties.pad_width = node.getBuilder().getDenseI64ArrayAttr(widths);
  properties.pad_value = node.getBuilder().getF64FloatAttr(
      -std::numeric_limits<double>::infinity());
  return node.emit<PadOp>(x, properties);
}

/// Of each window the element number `tap`, in row-major order.
Value MaximumSearch::takeElement(Value x, int64_t tap) {
  Builder &builder = node.getBuilder();
  SmallVector<Attribute> begin, end;
  SmallVector<int64_t> axes;
  SmallVector<SymExprAttr> dims(result);
  // From the last axis to the first: the tap's number is taken apart like
  // digits, the last axis having the smallest weight.
  for (size_t axis = window.getAxes(); axis-- > 0;) {
    int64_t first = tap % window.kernel[axis] * window.dilations[axis];
    tap /= window.kernel[axis];
    axes.push_back(int64_t(axis) + 2);
    begin.push_back(node.makeExpr(first));
    // A size is known to be one where it cannot be negative.
    // `slice` computes the length from these expressions; a maximum with 0 lets
    // it see that the end is not before the begin, and prove the size.
    end.push_back(
        max(result[axis + 2], node.makeExpr(0)) * window.strides[axis] + first);
  }
  StridedSliceOp::Properties properties;
  properties.axes = builder.getDenseI64ArrayAttr(axes);
  properties.begin = builder.getArrayAttr(begin);
  properties.end = builder.getArrayAttr(end);
  // Axes were collected from the last to the first, hence the strides are
  // reversed, too.
  SmallVector<int64_t> strides(window.strides.rbegin(), window.strides.rend());
  properties.strides = builder.getDenseI64ArrayAttr(strides);
  // The padding is as wide as a window reaches; the end may lie behind it, but
  // no element does.
  properties.assume_inbound = builder.getBoolAttr(true);
  // The type that follows from the slice has a division by the stride in it.
  // The cast names it by the result's own size.
  return castDims(node, node.emit<StridedSliceOp>(x, properties), dims);
}

/// The number of the first greatest element of each window.
Value MaximumSearch::findTaps() {
  int64_t count = 1;
  for (int64_t size : window.kernel)
    count *= size;
  Value padded = padData();
  Value best = takeElement(padded, 0);
  Value taps = math.zeros(math.dims(best), i64);
  // Strictly greater keeps the first of equal elements, as the standard's
  // row-major order asks for. NaN is never greater, so it does not hide a later
  // maximum.
  for (int64_t tap = 1; tap < count && !node.hasFailed(); ++tap) {
    Value next = takeElement(padded, tap);
    Value isGreater = math.binary<GreaterOp>(next, best);
    taps = math.where(isGreater, makeIndex(tap), taps);
    best = math.where(isGreater, next, best);
  }
  return taps;
}

/// The coordinate along `axis` of the element that `taps` says.
Value MaximumSearch::getPlace(Value taps, size_t axis) {
  // Weight of this axis' digit in the tap's number.
  int64_t behind = 1;
  for (size_t i = axis + 1; i < window.getAxes(); ++i)
    behind *= window.kernel[i];
  Value tap = math.binary<FloorModOp>(
      math.binary<FloorDivideOp>(taps, makeIndex(behind)),
      makeIndex(window.kernel[axis]));
  // Axes in front of `axis` broadcast, so the shape starts here and the reshape
  // has only the axes behind it.
  SmallVector<SymExprAttr> along(result.size() - axis - 2, node.makeExpr(1));
  along[0] = result[axis + 2];
  Value stand =
      math.reshape(math.range(node.makeExpr(0), result[axis + 2], i64), along);
  stand = math.sub(math.mul(stand, makeIndex(window.strides[axis])),
                   makeIndex(window.padding[axis]));
  Value place =
      math.add(math.mul(tap, makeIndex(window.dilations[axis])), stand);
  // A window of nothing but the least number has no greatest element.
  // A window that lies in the padding alone has tap 0 as its best, which may be
  // outside of the data: the index must stay in range, since MaxUnpool scatters
  // with it.
  return math.min(math.max(place, makeIndex(0)),
                  math.sub(makeSize(data[axis + 2]), makeIndex(1)));
}

Value MaximumSearch::run(bool isColumnMajor) {
  Value taps = findTaps();
  if (node.hasFailed())
    return nullptr;
  // storage_order = 1 exchanges only the order in which the coordinates are
  // joined to a number; the search itself stays row-major.
  SmallVector<size_t> order;
  for (size_t axis = 0; axis < window.getAxes(); ++axis)
    order.push_back(axis);
  if (isColumnMajor)
    std::reverse(order.begin(), order.end());
  SmallVector<SymExprAttr> along(result.size(), node.makeExpr(1));
  along[0] = result[0];
  along[1] = result[1];
  Value index = math.reshape(
      // Indices count over the whole tensor including batch and channels
      // (MaxPool: "flattened 1-D tensor"), not inside of one image as in other
      // frameworks.
      math.range(node.makeExpr(0), result[0] * result[1], i64), along);
  for (size_t axis : order)
    index = math.add(math.mul(index, makeSize(data[axis + 2])),
                     getPlace(taps, axis));
  return index;
}

Value findMaxima(NodeImport &node, const SlidingWindow &window,
                 ArrayRef<SymExprAttr> result, bool isColumnMajor) {
  // Each tap becomes a slice and a comparison in the module: 1024 of them are
  // about 4000 ops.
  constexpr int64_t kLargestWindow = 1024;
  int64_t count = 1;
  for (int64_t size : window.kernel)
    // Saturating at one above the limit keeps the product from overflowing for
    // a hostile kernel_shape.
    count = size > kLargestWindow ? size
                                  : std::min(count * size, kLargestWindow + 1);
  if (count > kLargestWindow || llvm::is_contained(result, SymExprAttr()) ||
      llvm::is_contained(node.getDims(0), SymExprAttr())) {
    node.error() << "output 1, the indices, needs data of known sizes and a "
                    "window of at most "
                 << kLargestWindow << " elements";
    return nullptr;
  }
  return MaximumSearch(node, window, result).run(isColumnMajor);
}

//===-- MaxUnpool ---------------------------------------------------------===//

/// Zeros behind `x`, of sizes `dims`, up to the sizes that input 2 gives.
/// output_shape of MaxUnpool: the indices count in the tensor without it, so
/// the zeros go behind the scattered data and never between.
static Value padToShape(NodeImport &node, Value x, ArrayRef<SymExprAttr> dims) {
  TensorMath math(node);
  SmallVector<SymExprAttr> wanted =
      node.requireSymbolic(2, "sizes of the result");
  for (size_t axis = 0; axis < dims.size() && !node.hasFailed(); ++axis) {
    SymExprAttr more;
    if (wanted.size() == dims.size())
      more = wanted[axis] - dims[axis];
    std::optional<int64_t> count = more ? more.getConstant() : std::nullopt;
    if (!count || *count < 0) {
      node.error() << "input 2 asks for another shape than one a constant "
                      "number of elements larger in each axis";
      return nullptr;
    }
    x = math.pad(x, int64_t(axis), 0, *count);
  }
  return x;
}

/// Elements go back to the places that MaxPool took them from, counted over
/// the whole tensor.
static void importMaxUnpool(NodeImport &node) {
  TensorMath math(node);
  std::optional<SmallVector<int64_t>> kernel = node.getInts("kernel_shape");
  SmallVector<SymExprAttr> dims = node.getDims(0);
  size_t axes = kernel ? kernel->size() : 0;
  SmallVector<int64_t> strides =
      node.getInts("strides").value_or(SmallVector<int64_t>(axes, 1));
  SmallVector<int64_t> pads =
      node.getInts("pads").value_or(SmallVector<int64_t>(2 * axes, 0));
  if (axes == 0 || dims.size() != axes + 2 || strides.size() != axes ||
      pads.size() != 2 * axes)
    node.error() << "expected attribute 'kernel_shape' with "
                 << int64_t(dims.size()) - 2
                 << " entries, and strides and pads for them";
  if (node.hasFailed())
    return;
  for (size_t axis = 0; axis < axes; ++axis)
    // The inverse of the pool's size. Several input sizes pool to the same
    // output, and this is the smallest of them; input 2 is for the others.
    dims[axis + 2] = (dims[axis + 2] - 1) * strides[axis] +
                     ((*kernel)[axis] - pads[axis] - pads[axis + axes]);
  MLIRContext *context = node.getContext();
  SymExprAttr count = SymExprAttr::product(context, node.getDims(0));
  SymExprAttr total = SymExprAttr::product(context, dims);
  ScatterElementsOp::Properties properties;
  // One flat scatter: an index counts over the whole tensor, so scattering in
  // the original shape would have to take it apart.
  Value flat =
      node.emit<ScatterElementsOp>({math.zeros(total, node.getElementType(0)),
                                    math.reshape(node.getTensor(1), count),
                                    math.reshape(node.getTensor(0), count)},
                                   properties);
  Value result = math.reshape(flat, dims);
  node.setResult(0, node.hasInput(2) ? padToShape(node, result, dims) : result);
}

void addUnpoolingOperators(OperatorTable &table) {
  table.add({
      {"MaxUnpool", 9, kLastOpset, 2, 3, importMaxUnpool},
  });
}

} // namespace mlir::relax
