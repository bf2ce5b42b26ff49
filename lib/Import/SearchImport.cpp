// Operators that find, order and scatter elements.
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/ScanOps.h"
#include "Relax/Dialect/Relax/IR/ScatterOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/SortOps.h"
#include "TensorMath.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::relax {

static Value flipAlong(NodeImport &node, Value x, int64_t axis) {
  FlipOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(axis);
  return node.emit<FlipOp>(x, properties);
}

/// The last of equals is the first one of the flipped tensor.
/// select_last_index (opset 12). Flipping the data and taking the first is
/// exact for NaN as well, where comparing with >= would not be.
template <typename OpT>
static void importArgReduce(NodeImport &node) {
  Builder &builder = node.getBuilder();
  int64_t axis = node.normalizeAxis(node.getInt("axis", 0), node.getRank(0));
  bool takesLast = node.getInt("select_last_index", 0) != 0;
  typename OpT::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  properties.keepdims = builder.getBoolAttr(node.getInt("keepdims", 1) != 0);
  if (node.hasFailed())
    return;
  Value x = node.getTensor(0);
  if (!takesLast)
    return node.setResult(0, node.emit<OpT>(x, properties));
  x = giveSymbols(node, x);
  // The last index is size - 1 - place; a size known only at run time is a
  // value.
  SymExprAttr size = getKnownDims(node, x)[axis];
  Value place = node.emit<OpT>(flipAlong(node, x, axis), properties);
  Value last = node.makeSize(size - 1, builder.getI64Type());
  node.setResult(0, node.emit<SubtractOp>({last, place}));
}

/// So many of a sorted axis as are asked for, if import knows no number.
/// TopK 10 takes k as an input, while the op has it as an attribute. With an
/// unknown one, the whole axis is sorted and then cut.
static void importOpenTopK(NodeImport &node, SymExprAttr count, int64_t axis,
                           bool takesLargest) {
  TensorMath math(node);
  Builder &builder = node.getBuilder();
  ArgsortOp::Properties sort;
  sort.axis = builder.getI64IntegerAttr(axis);
  sort.descending = builder.getBoolAttr(takesLargest);
  sort.dtype = TypeAttr::get(builder.getI64Type());
  GatherElementsOp::Properties gather;
  gather.axis = builder.getI64IntegerAttr(axis);
  Value x = giveSymbols(node, node.getTensor(0));
  Value order = node.emit<ArgsortOp>(x, sort);
  order = math.slice(order, axis, node.makeExpr(0), count);
  // The cut must give exactly k: the standard leaves k > n undefined, and a
  // shorter result would contradict its type.
  if (!order)
    return;
  // There are not fewer, which the run time checks.
  SmallVector<SymExprAttr> dims = math.dims(x);
  dims[axis] = count;
  order = castDims(node, order, dims);
  node.setResult(0, node.emit<GatherElementsOp>({x, order}, gather));
  node.setResult(1, order);
}

static void importTopK(NodeImport &node) {
  Builder &builder = node.getBuilder();
  SmallVector<SymExprAttr> counts;
  if (node.getOpset() < 10)
    counts.push_back(node.makeExpr(node.getInt("k", 1)));
  else
    counts = readSizes(node, 1);
  // They are sorted in any case.
  // `sorted = 0` allows any order, sorted included.
  (void)node.getInt("sorted", 1);
  int64_t axis = node.normalizeAxis(node.getInt("axis", -1), node.getRank(0));
  bool takesLargest = node.getInt("largest", 1) != 0;
  if (node.hasFailed())
    return;
  if (counts.size() == 1 && !counts.front().getConstant())
    return importOpenTopK(node, counts.front(), axis, takesLargest);
  int64_t count = counts.size() == 1 ? *counts.front().getConstant() : 0;
  // k = 0 would be a result without elements, which the op's rule excludes.
  if (count < 1) {
    node.error() << "k is " << count << ", expected 1 or more";
    return;
  }
  TopKOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  properties.largest = builder.getBoolAttr(takesLargest);
  properties.dtype = TypeAttr::get(builder.getI64Type());
  properties.k = builder.getI64IntegerAttr(count);
  TopKOp op = node.emitOp<TopKOp>(node.getTensor(0), properties);
  if (!op)
    return;
  node.setResult(0, op->getResult(0));
  if (node.hasOutput(1))
    // An output that nobody names is not defined; the op makes both.
    node.setResult(1, op->getResult(1));
}

static void importGatherElements(NodeImport &node) {
  GatherElementsOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(
      node.normalizeAxis(node.getInt("axis", 0), node.getRank(0)));
  node.setResult(0, node.emit<GatherElementsOp>(
                        {node.getTensor(0), node.getTensor(1)}, properties));
}

static void importGatherND(NodeImport &node) {
  GatherNDOp::Properties properties;
  properties.batch_dims =
      node.getBuilder().getI64IntegerAttr(node.getInt("batch_dims", 0));
  node.setResult(0, node.emit<GatherNDOp>(
                        {node.getTensor(0), node.getTensor(1)}, properties));
}

/// How updates meet what is there, in the words of relax.
/// ScatterElements 16 and ScatterND 16 add reductions, 18 max and min. "none"
/// is relax's "update".
static StringAttr getScatterReduction(NodeImport &node) {
  StringRef reduction = node.getString("reduction", "none");
  return node.getBuilder().getStringAttr(reduction == "none" ? "update"
                                                             : reduction);
}

static void importScatterElements(NodeImport &node) {
  ScatterElementsOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(
      node.normalizeAxis(node.getInt("axis", 0), node.getRank(0)));
  properties.reduction = getScatterReduction(node);
  node.setResult(0,
                 node.emit<ScatterElementsOp>(
                     {node.getTensor(0), node.getTensor(1), node.getTensor(2)},
                     properties));
}

static void importScatterND(NodeImport &node) {
  ScatterNDOp::Properties properties;
  properties.reduction = getScatterReduction(node);
  node.setResult(0,
                 node.emit<ScatterNDOp>(
                     {node.getTensor(0), node.getTensor(1), node.getTensor(2)},
                     properties));
}

/// One at the first greatest element, zeros elsewhere; before opset 13 the axes
/// from `axis` on count as one.
/// Ones where the number of a place on `axis` is that in `place`.
static Value setOnes(NodeImport &node, Value place, int64_t axis,
                     SymExprAttr size, Type element) {
  TensorMath math(node);
  // Numbers along the axis, and axes of one element behind it.
  SmallVector<int64_t> behind;
  for (int64_t i = 1; i < math.rank(place) - axis; ++i)
    behind.push_back(i);
  Value numbers =
      math.range(node.makeExpr(0), size, getElementTypeOrSelf(place));
  if (!behind.empty())
    numbers = math.expand(numbers, behind);
  return node.castTo(math.binary<EqualOp>(place, numbers), element);
}

/// Two steps: argmax finds the first maximum, then the row is made. Comparing
/// with the maximum would set several ones where it occurs twice.
static void importHardmax(NodeImport &node) {
  Builder &builder = node.getBuilder();
  bool isFlat = node.getOpset() < 13;
  int64_t rank = node.getRank(0);
  int64_t axis = node.normalizeAxis(node.getInt("axis", isFlat ? 1 : -1), rank);
  if (node.hasFailed())
    return;
  Value x = giveSymbols(node, node.getTensor(0));
  SmallVector<SymExprAttr> dims = getKnownDims(node, x);
  ArrayRef<SymExprAttr> all = dims;
  if (isFlat) {
    MLIRContext *context = node.getContext();
    x = node.emit<ReshapeOp>(
        {x, node.makeShape(
                {SymExprAttr::product(context, all.take_front(axis)),
                 SymExprAttr::product(context, all.drop_front(axis))})});
    axis = 1;
  }
  SymExprAttr size = getKnownDims(node, x)[axis];
  Type element = node.getElementType(0);
  ArgmaxOp::Properties search;
  search.axis = builder.getI64IntegerAttr(axis);
  Value result;
  if (std::optional<int64_t> depth = size.getConstant()) {
    OneHotOp::Properties hot;
    hot.on_value = cast<TypedAttr>(builder.getOneAttr(element));
    hot.off_value = cast<TypedAttr>(builder.getZeroAttr(element));
    hot.depth = builder.getI64IntegerAttr(*depth);
    hot.axis = builder.getI64IntegerAttr(axis);
    result = node.emit<OneHotOp>(node.emit<ArgmaxOp>(x, search), hot);
  } else {
    // one_hot needs its depth as an attribute.
    search.keepdims = builder.getBoolAttr(true);
    result = setOnes(node, node.emit<ArgmaxOp>(x, search), axis, size, element);
  }
  if (isFlat)
    result = node.emit<ReshapeOp>({result, node.makeShape(dims)});
  node.setResult(0, result);
}

static void importReverseSequence(NodeImport &node) {
  Builder &builder = node.getBuilder();
  ReverseSequenceOp::Properties properties;
  // ONNX's default time_axis is 0 and batch_axis 1.
  properties.seq_axis = builder.getI64IntegerAttr(node.getInt("time_axis", 0));
  properties.batch_axis =
      builder.getI64IntegerAttr(node.getInt("batch_axis", 1));
  node.setResult(0, node.emit<ReverseSequenceOp>(
                        {node.getTensor(0), node.getTensor(1)}, properties));
}

static void importNonZero(NodeImport &node) {
  Value x = giveSymbols(node, node.getTensor(0));
  // NonZero's number of columns is the number of elements found, hence a new
  // symbol.
  node.setResult(0, giveSymbols(node, node.emit<NonzeroOp>(x)));
}

/// The elements, or slices of an axis, for which the condition holds.
/// Compress keeps where the condition holds; without axis the data are
/// flattened (Compress 9).
static void importCompress(NodeImport &node) {
  Builder &builder = node.getBuilder();
  Value x = giveSymbols(node, node.getTensor(0));
  SmallVector<SymExprAttr> dims = getKnownDims(node, x);
  int64_t axis = 0;
  if (node.hasAttribute("axis"))
    axis = node.normalizeAxis(node.getInt("axis", 0), node.getRank(0));
  else
    x = node.emit<ReshapeOp>(
        {x, node.makeShape(SymExprAttr::product(node.getContext(), dims))});
  if (node.hasFailed())
    return;
  // The condition may be shorter than the axis; places behind it are not found
  // and thus dropped, as the standard says.
  Value condition = giveSymbols(node, node.getTensor(1));
  Value found = giveSymbols(node, node.emit<NonzeroOp>(condition));
  if (!found)
    return;
  Value places = node.emit<ReshapeOp>(
      {found, node.makeShape(getKnownDims(node, found)[1])});
  TakeOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  node.setResult(0, node.emit<TakeOp>({x, places}, properties));
}

/// For each slice of axis 0 of the matrix `rows`, of `count` slices, how many
/// are less: they are compared by their first elements that differ.
/// Whole slices must be compared, while relax's unique compares elements. The
/// rank of a slice (how many are less, in lexical order) is one number for
/// each, and equal slices have equal ranks. It costs count^2 * width
/// comparisons, which is fine for the few slices that models have.
static Value rankRows(NodeImport &node, Value rows, SymExprAttr count) {
  TensorMath math(node);
  Builder &builder = node.getBuilder();
  Value lhs = math.expand(rows, int64_t(0)),
        rhs = math.expand(rows, int64_t(1));
  Type i64 = builder.getI64Type();
  ArgmaxOp::Properties first;
  first.axis = builder.getI64IntegerAttr(2);
  first.keepdims = builder.getBoolAttr(true);
  Value differs = node.castTo(math.binary<NotEqualOp>(lhs, rhs), i64);
  // argmax finds the first place where the two differ. Where they are equal it
  // is 0, and there isLess is 0, too.
  Value place = node.emit<ArgmaxOp>(differs, first);
  Value isLess = node.castTo(math.less(lhs, rhs), i64);
  GatherElementsOp::Properties gather;
  gather.axis = builder.getI64IntegerAttr(2);
  Value decided = node.emit<GatherElementsOp>({isLess, place}, gather);
  SumOp::Properties sum;
  sum.axis = builder.getDenseI64ArrayAttr({1, 2});
  return math.reshape(node.emit<SumOp>(decided, sum), count);
}

/// Equal slices of an axis of several are those of one rank.
static void importUniqueSlices(NodeImport &node, int64_t axis,
                               UniqueOp::Properties properties) {
  TensorMath math(node);
  Value x = giveSymbols(node, node.getTensor(0));
  SmallVector<SymExprAttr> dims = getKnownDims(node, x);
  SmallVector<int64_t> order = {axis};
  SymExprAttr width = node.makeExpr(1);
  // The axis in front, the rest flattened in its order, which is the lexical
  // order of numpy.unique(axis=...).
  for (size_t i = 0; i < dims.size(); ++i)
    if (int64_t(i) != axis) {
      order.push_back(int64_t(i));
      width = width * dims[i];
    }
  Value rows = math.reshape(math.permute(x, order), {dims[axis], width});
  // The ranks are a list: unique of them gives first places, inverse and
  // counts, which are those of the slices.
  properties.axis = nullptr;
  properties.return_index = node.getBuilder().getBoolAttr(true);
  UniqueOp op =
      node.emitOp<UniqueOp>(rankRows(node, rows, dims[axis]), properties);
  if (!op)
    return;
  Value first = giveSymbols(node, op->getResult(1));
  node.setResult(0, math.take(x, first, axis));
  node.setResult(1, first);
  unsigned next = 2;
  for (unsigned i = 2; i < node.getNumOutputs(); ++i)
    if (node.hasOutput(i))
      node.setResult(i, giveSymbols(node, op->getResult(next++)));
}

static void importUnique(NodeImport &node) {
  // The order of results is fixed: values, then those that are asked for.
  Builder &builder = node.getBuilder();
  UniqueOp::Properties properties;
  properties.sorted = builder.getBoolAttr(node.getInt("sorted", 1) != 0);
  properties.return_index = builder.getBoolAttr(node.hasOutput(1));
  properties.return_inverse = builder.getBoolAttr(node.hasOutput(2));
  properties.return_counts = builder.getBoolAttr(node.hasOutput(3));
  if (node.hasAttribute("axis"))
    properties.axis = builder.getI64IntegerAttr(
        node.normalizeAxis(node.getInt("axis", 0), node.getRank(0)));
  if (node.hasFailed())
    return;
  if (properties.axis && node.getRank(0) > 1)
    return importUniqueSlices(node, properties.axis.getInt(), properties);
  UniqueOp op =
      node.emitOp<UniqueOp>(giveSymbols(node, node.getTensor(0)), properties);
  if (!op)
    return;
  unsigned next = 0;
  for (unsigned i = 0; i < node.getNumOutputs(); ++i)
    if (node.hasOutput(i))
      node.setResult(i, giveSymbols(node, op->getResult(next++)));
}

void addSearchOperators(OperatorTable &table) {
  table.add({
      {"ArgMax", 7, kLastOpset, 1, 1, importArgReduce<ArgmaxOp>},
      {"ArgMin", 7, kLastOpset, 1, 1, importArgReduce<ArgminOp>},
      {"Compress", 9, kLastOpset, 2, 2, importCompress},
      {"GatherElements", 11, kLastOpset, 2, 2, importGatherElements},
      {"GatherND", 11, kLastOpset, 2, 2, importGatherND},
      {"Hardmax", 7, kLastOpset, 1, 1, importHardmax},
      {"NonZero", 9, kLastOpset, 1, 1, importNonZero},
      {"ReverseSequence", 10, kLastOpset, 2, 2, importReverseSequence},
      {"Scatter", 9, 10, 3, 3, importScatterElements},
      {"ScatterElements", 11, kLastOpset, 3, 3, importScatterElements},
      {"ScatterND", 11, kLastOpset, 3, 3, importScatterND},
      {"TopK", 7, 9, 1, 1, importTopK, 2},
      {"TopK", 10, kLastOpset, 2, 2, importTopK, 2},
      {"Unique", 11, kLastOpset, 1, 1, importUnique, 4},
  });
}

} // namespace mlir::relax
