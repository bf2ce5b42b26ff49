// Operators that pick parts of a tensor: slices and gathers.
#include "Broadcasting.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "TensorMath.h"

namespace mlir::relax {

// Exporters write this, or more, for "up to the end".
// The standard says: for slicing to the end of an unknown dimension use
// INT_MAX. Exporters write INT64_MAX, INT32_MAX or a value near to them.
static constexpr int64_t kToTheEnd = 1'000'000'000;

namespace {
/// The bounds of a Slice node, each with one entry an axis.
struct SliceBounds {
  SmallVector<SymExprAttr> starts, ends;
  SmallVector<int64_t> axes, steps;
};
} // namespace

static SmallVector<SymExprAttr> toExprs(NodeImport &node,
                                        ArrayRef<int64_t> values) {
  SmallVector<SymExprAttr> result;
  for (int64_t value : values)
    result.push_back(node.makeExpr(value));
  return result;
}

/// Before opset 10 the bounds are attributes, afterwards inputs.
static SliceBounds getSliceBounds(NodeImport &node) {
  SliceBounds bounds;
  std::optional<SmallVector<int64_t>> axes;
  // Slice 10 made the bounds inputs and brought steps.
  if (node.getOpset() < 10) {
    bounds.starts =
        toExprs(node, node.getInts("starts").value_or(SmallVector<int64_t>()));
    bounds.ends =
        toExprs(node, node.getInts("ends").value_or(SmallVector<int64_t>()));
    axes = node.getInts("axes");
  } else {
    bounds.starts = node.requireSymbolic(1, "starts");
    bounds.ends = node.requireSymbolic(2, "ends");
    if (node.hasInput(3))
      axes = node.requireIntegers(3, "axes");
    if (node.hasInput(4))
      bounds.steps = node.requireIntegers(4, "steps");
  }
  size_t count = bounds.starts.size();
  // Without axes the first ones are meant, as many as there are starts.
  if (axes)
    bounds.axes = node.normalizeAxes(*axes, node.getRank(0));
  else
    for (size_t i = 0; i < count; ++i)
      bounds.axes.push_back(int64_t(i));
  if (bounds.steps.empty())
    bounds.steps.assign(count, 1);
  if (!node.hasFailed() &&
      (bounds.ends.size() != count || bounds.axes.size() != count ||
       bounds.steps.size() != count))
    node.error() << "slice has " << count << " starts, " << bounds.ends.size()
                 << " ends, " << bounds.axes.size() << " axes and "
                 << bounds.steps.size() << " steps, expected as many of each";
  return bounds;
}

/// Numbers far outside any tensor, brought to where the axis ends.
static void clampToAxis(NodeImport &node, SymExprAttr dim, int64_t step,
                        SymExprAttr &start, SymExprAttr &end) {
  int64_t from = start.getConstant().value_or(0);
  int64_t to = end.getConstant().value_or(0);
  // A constant size needs no help: the op clamps by itself.
  // With a symbolic size, min(10^18, n) would stay in the length of the result.
  // Later shape checks could not see that it is n.
  if (dim && to >= kToTheEnd)
    end = dim;
  // A backward slice begins at the last element.
  if (dim && step < 0 && from >= kToTheEnd)
    start = dim - 1;
  // "To before the first element" cannot be written as 0 or -1: -1 counts from
  // the end. -size - 1 is in front of it for each size.
  if (step < 0 && to <= -kToTheEnd && dim)
    end = -dim - 1;
}

/// Whether bounds of a slice are computed at run time.
static bool hasComputedBounds(NodeImport &node) {
  // Input 3, the axes, must be constant in any case: they decide which sizes
  // change.
  for (unsigned input : {1, 2, 4})
    if (node.getOpset() >= 10 && node.hasInput(input) &&
        (input == 4 ? !node.getIntegers(input).has_value()
                    : !node.getSymbolic(input).has_value()))
      return true;
  return false;
}

/// One bound an axis: those that input `input` gives for `axes`, else the
/// number `otherwise`.
static Value makeBounds(NodeImport &node, unsigned input,
                        ArrayRef<int64_t> axes, double otherwise) {
  TensorMath math(node);
  Type i64 = node.getBuilder().getI64Type();
  Value given;
  if (node.hasInput(input))
    given = node.castTo(node.getTensor(input), i64);
  // Axes that the slice does not name keep everything: from 0 up to far behind
  // the end, where the op clamps.
  SmallVector<Value> bounds(node.getRank(0),
                            node.makeFilled(otherwise, {1}, i64));
  for (auto [index, axis] : llvm::enumerate(axes))
    if (given)
      // Bounds come as one list in the order of `axes`; the op wants them in
      // the order of the tensor's axes.
      bounds[axis] = math.slice(given, 0, int64_t(index), int64_t(index) + 1);
  return math.concat(bounds, 0);
}

/// A slice whose result has sizes that only the run time knows.
static void importComputedSlice(NodeImport &node) {
  SmallVector<int64_t> axes;
  RankedTensorType starts = node.getType(1);
  int64_t rank = node.getRank(0);
  // A list of unknown length has no axes here, and is told below.
  int64_t count = starts.getRank() == 1 ? starts.getDimSize(0) : 0;
  if (node.hasInput(3))
    axes = node.normalizeAxes(node.requireIntegers(3, "axes"), rank);
  else if (count > rank)
    node.error() << "slice has " << count << " axes, expected at most the rank "
                 << rank;
  else
    for (int64_t axis = 0; axis < count; ++axis)
      axes.push_back(axis);
  for (unsigned input : {1, 2, 4})
    if (!node.hasFailed() && node.hasInput(input) &&
        (node.getRank(input) != 1 ||
         node.getType(input).getDimSize(0) != int64_t(axes.size())))
      node.error() << "slice has bounds " << node.getType(input)
                   << ", expected one for each of " << axes.size() << " axes";
  if (node.hasFailed())
    return;
  // A scalar has no axis to slice.
  if (rank == 0)
    return node.setResult(0, node.getTensor(0));
  // 2^40: larger than any axis, and far from overflow when a kernel adds to it.
  // INT64_MAX would wrap.
  constexpr double kFar = double(int64_t(1) << 40);
  Value slice = node.emit<DynamicStridedSliceOp>(
      {node.getTensor(0), makeBounds(node, 1, axes, 0),
       makeBounds(node, 2, axes, kFar), makeBounds(node, 4, axes, 1)});
  if (!slice)
    return;
  SmallVector<SymExprAttr> dims = getKnownDims(node, slice);
  // Only sliced axes change their sizes. The type says so, so that the others
  // keep their symbols.
  for (auto [axis, dim] : llvm::enumerate(node.getDims(0)))
    if (!llvm::is_contained(axes, int64_t(axis)))
      dims[axis] = dim;
  node.setResult(0, giveSymbols(node, castDims(node, slice, dims)));
}

static void importSlice(NodeImport &node) {
  if (hasComputedBounds(node))
    return importComputedSlice(node);
  SliceBounds bounds = getSliceBounds(node);
  if (node.hasFailed())
    return;
  SmallVector<SymExprAttr> dims = node.getDims(0);
  SmallVector<Attribute> begin, end;
  SmallVector<int64_t> axes, strides;
  for (size_t i = 0; i < bounds.axes.size(); ++i) {
    SymExprAttr &from = bounds.starts[i], &to = bounds.ends[i];
    int64_t axis = bounds.axes[i], step = bounds.steps[i];
    if (axis >= int64_t(dims.size())) {
      node.error() << "axis is " << axis
                   << ", expected one of a tensor of rank " << dims.size();
      return;
    }
    // A copy of the bounds is changed, so that the check for a whole axis also
    // sees "to the end".
    clampToAxis(node, dims[axis], step, from, to);
    // A slice of all elements is no op. Exporters slice each axis, and all but
    // one are whole.
    bool isWhole =
        step == 1 && from.getConstant() == 0 && dims[axis] && to == dims[axis];
    if (isWhole)
      continue;
    begin.push_back(from);
    end.push_back(to);
    axes.push_back(axis);
    strides.push_back(step);
  }
  if (axes.empty())
    return node.setResult(0, node.getTensor(0));
  Builder &builder = node.getBuilder();
  StridedSliceOp::Properties properties;
  properties.axes = builder.getDenseI64ArrayAttr(axes);
  properties.begin = builder.getArrayAttr(begin);
  properties.end = builder.getArrayAttr(end);
  properties.strides = builder.getDenseI64ArrayAttr(strides);
  Value slice = node.emit<StridedSliceOp>(node.getTensor(0), properties);
  // A bound that may count from either end, as in `x[128 - n:]`, gives sizes
  // that no expression says.
  if (slice && llvm::is_contained(getKnownDims(node, slice), SymExprAttr()) &&
      node.getOpset() >= 10)
    return importComputedSlice(node);
  node.setResult(0, slice);
}

/// `indices` counted from the front: ONNX lets them count from the end.
/// ONNX: indices in [-s, s-1]. relax's `take` clamps or wraps as its mode says
/// and has no such rule, hence the comparison.
static Value wrapIndices(NodeImport &node, unsigned input, SymExprAttr size) {
  Value indices = node.getTensor(input);
  // Constant indices without negative ones, as in embeddings by position, need
  // no op at all.
  if (std::optional<SmallVector<int64_t>> known = node.getIntegers(input))
    if (llvm::all_of(*known, [](int64_t index) { return index >= 0; }))
      return indices;
  if (!size) {
    node.error() << "expected an axis of known size, because indices may "
                    "count from its end";
    return nullptr;
  }
  // The arithmetic stays in the type of the indices: i32 indices of an axis
  // below 2^31 cannot overflow, since negative ones get the size added.
  Type element = node.getElementType(input);
  Value zero = node.makeScalar(0, element);
  Value extent = node.makeSize(size, element);
  Value isNegative = node.emit<LessOp>({indices, zero});
  Value wrapped = node.emit<AddOp>({indices, extent});
  return node.emit<WhereOp>({isNegative, wrapped, indices});
}

static void importGather(NodeImport &node) {
  int64_t axis = node.normalizeAxis(node.getInt("axis", 0), node.getRank(0));
  if (node.hasFailed())
    return;
  TakeOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(axis);
  Value indices = wrapIndices(node, 1, node.getDims(0)[axis]);
  node.setResult(0,
                 node.emit<TakeOp>({node.getTensor(0), indices}, properties));
}

void addIndexOperators(OperatorTable &table) {
  table.add({
      {"Gather", 7, kLastOpset, 2, 2, importGather},
      {"Slice", 7, 9, 1, 1, importSlice},
      {"Slice", 10, kLastOpset, 3, 5, importSlice},
  });
}

} // namespace mlir::relax
