// Operators that pool windows, or whole images.
#include "MaxPlaces.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/PoolingOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "SlidingWindow.h"
#include "TensorMath.h"

namespace mlir::relax {

namespace {
/// What a pooling node says beyond its window.
struct Pool {
  SlidingWindow window;
  bool ceilMode = false;
  bool countPadding = false;
};
} // namespace

static std::optional<Pool> getPool(NodeImport &node) {
  Pool pool;
  // ceil_mode is read even where SAME makes it meaningless, since it may be
  // given.
  pool.ceilMode = node.getInt("ceil_mode", 0) != 0;
  AutoPad mode = getAutoPad(node);
  std::optional<SlidingWindow> window = getSlidingWindow(node, std::nullopt);
  if (window && (mode == AutoPad::SameUpper || mode == AutoPad::SameLower)) {
    padToSame(node, *window, mode);
    // SAME chooses the padding such that windows fit exactly.
    pool.ceilMode = false;
  }
  if (!window || node.hasFailed())
    return std::nullopt;
  pool.window = *window;
  return pool;
}

/// A last window that would begin in the padding behind is left out, as relax's
/// pools do by themselves, unless the padding is explicit: `result` of `x`, all
/// of whose sizes have names, without such windows.
static Value dropPaddingWindows(NodeImport &node, const Pool &pool, Value x,
                                Value result) {
  const SlidingWindow &window = pool.window;
  TensorMath math(node);
  for (size_t axis = 0; axis < window.getAxes() && result; ++axis) {
    int64_t stride = window.strides[axis], before = window.padding[axis];
    int64_t after = window.padding[axis + window.getAxes()];
    // The padding behind is too short for a window to begin there.
    // The most that the pool can give is one window more by rounding up. It
    // starts at least `span` before the padding's end plus stride - 1.
    if (after + stride <= window.getSpan(axis))
      continue;
    SymExprAttr size = getKnownDim(node, x, axis + 2);
    SymExprAttr count = getKnownDim(node, result, axis + 2);
    // Windows begin at multiples of stride, from -before; those that begin
    // before `size` number ceil((size + before) / stride).
    SymExprAttr kept =
        min(count, floorDiv(size + (before + stride - 1), stride));
    if (kept != count)
      result = math.slice(result, int64_t(axis) + 2, node.makeExpr(0), kept);
  }
  return result;
}

template <typename OpT>
static Value emitPool(NodeImport &node, const Pool &pool, Value x) {
  Builder &builder = node.getBuilder();
  typename OpT::Properties properties;
  properties.pool_size = pool.window.getKernelAttr(node);
  properties.strides = pool.window.getStridesAttr(node);
  properties.padding = pool.window.getPaddingAttr(node);
  properties.dilation = pool.window.getDilationsAttr(node);
  properties.ceil_mode = builder.getBoolAttr(pool.ceilMode);
  properties.count_include_pad = builder.getBoolAttr(pool.countPadding);
  return node.emit<OpT>(x, properties);
}

template <typename Op1d, typename Op2d, typename Op3d>
static Value emitPool(NodeImport &node, const Pool &pool, Value x) {
  return pool.window.getAxes() == 1   ? emitPool<Op1d>(node, pool, x)
         : pool.window.getAxes() == 2 ? emitPool<Op2d>(node, pool, x)
                                      : emitPool<Op3d>(node, pool, x);
}

static Value emitMaxPool(NodeImport &node, const Pool &pool, Value x) {
  return emitPool<MaxPool1dOp, MaxPool2dOp, MaxPool3dOp>(node, pool, x);
}

static void importMaxPool(NodeImport &node) {
  // storage_order only matters for the indices.
  bool isColumnMajor = node.getInt("storage_order", 0) != 0;
  std::optional<Pool> pool = getPool(node);
  if (!pool)
    return;
  Value result = emitMaxPool(node, *pool, node.getTensor(0));
  node.setResult(0, result);
  if (node.hasOutput(1) && result)
    node.setResult(1, findMaxima(node, pool->window,
                                 TensorMath(node).dims(result), isColumnMajor));
}

static void importAveragePool(NodeImport &node) {
  bool countPadding = node.getInt("count_include_pad", 0) != 0;
  std::optional<Pool> pool = getPool(node);
  if (!pool)
    return;
  pool->countPadding = countPadding;
  node.setResult(0, emitPool<AvgPool1dOp, AvgPool2dOp, AvgPool3dOp>(
                        node, *pool, node.getTensor(0)));
}

/// The root of the sum of powers: the mean, times the number of elements.
/// relax has no Lp pool. A mean that counts the padding, times the size of the
/// window, is the sum; zeros in the padding add nothing.
static void importLpPool(NodeImport &node) {
  double order = double(node.getInt("p", 2));
  std::optional<Pool> pool = getPool(node);
  if (!pool)
    return;
  pool->countPadding = true;
  Type element = node.getElementType(0);
  // The order is an integer attribute, the power is computed in the data's
  // type.
  Value exponent = node.makeScalar(order, element);
  Value x = giveSymbols(node, node.getTensor(0));
  Value powers = node.emit<PowerOp>({node.emit<AbsOp>(x), exponent});
  // count_include_pad does not count what lies beyond the padding, where
  // ceil_mode lets a window reach. So the padding is made explicit, and the
  // pool then has none.
  Pool padded = *pool;
  padded.ceilMode = false;
  // A window that reaches beyond the padding must count as a whole, too.
  for (size_t axis = 0; axis < pool->window.getAxes() && pool->ceilMode;
       ++axis) {
    int64_t &before = padded.window.padding[axis];
    int64_t &after = padded.window.padding[axis + pool->window.getAxes()];
    powers = TensorMath(node).pad(powers, int64_t(axis) + 2, before,
                                  after + pool->window.strides[axis] - 1);
    before = after = 0;
  }
  Value means =
      emitPool<AvgPool1dOp, AvgPool2dOp, AvgPool3dOp>(node, padded, powers);
  if (pool->ceilMode)
    // `pool` and not `padded`: which windows count depends on the original
    // padding.
    means = dropPaddingWindows(node, *pool, x, means);
  double count = 1;
  for (int64_t size : pool->window.kernel)
    count *= double(size);
  Value sums = node.emit<MultiplyOp>({means, node.makeScalar(count, element)});
  node.setResult(
      0, node.emit<PowerOp>({sums, node.makeScalar(1 / order, element)}));
}

/// The axes behind batch and channel.
static DenseI64ArrayAttr getImageAxes(NodeImport &node) {
  // Global pools have at least one axis to reduce; for rank 2 there would be
  // none, and an empty list means all axes in relax.
  SmallVector<int64_t> axes;
  for (int64_t axis = 2; axis < node.getRank(0); ++axis)
    axes.push_back(axis);
  if (axes.empty())
    node.error() << "expected data of rank 3 or more, found "
                 << node.getType(0);
  return node.getBuilder().getDenseI64ArrayAttr(axes);
}

template <typename OpT>
static void importGlobalPool(NodeImport &node) {
  typename OpT::Properties properties;
  properties.axis = getImageAxes(node);
  // keepdims: the result has ones in place of the image axes.
  properties.keepdims = node.getBuilder().getBoolAttr(true);
  if (!node.hasFailed())
    node.setResult(0, node.emit<OpT>(node.getTensor(0), properties));
}

static void importGlobalLpPool(NodeImport &node) {
  TensorMath math(node);
  double order = double(node.getInt("p", 2));
  DenseI64ArrayAttr axes = getImageAxes(node);
  if (node.hasFailed())
    return;
  SumOp::Properties properties;
  properties.axis = axes;
  properties.keepdims = node.getBuilder().getBoolAttr(true);
  Value x = math.unary<AbsOp>(node.getTensor(0));
  Value sum = node.emit<SumOp>(math.binary<PowerOp>(x, math.number(order, x)),
                               properties);
  node.setResult(0, math.binary<PowerOp>(sum, math.number(1 / order, sum)));
}

void addPoolingOperators(OperatorTable &table) {
  table.add({
      {"AveragePool", 1, kLastOpset, 1, 1, importAveragePool},
      {"GlobalAveragePool", 7, kLastOpset, 1, 1, importGlobalPool<MeanOp>},
      {"GlobalMaxPool", 7, kLastOpset, 1, 1, importGlobalPool<MaxOp>},
      {"GlobalLpPool", 7, kLastOpset, 1, 1, importGlobalLpPool},
      {"LpPool", 7, kLastOpset, 1, 1, importLpPool},
      {"MaxPool", 7, kLastOpset, 1, 1, importMaxPool, 2},
  });
}

} // namespace mlir::relax
