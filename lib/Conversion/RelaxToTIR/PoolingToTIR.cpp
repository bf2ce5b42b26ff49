// Pooling as tensor programs: padding where windows reach beyond the operand,
// then a reduction over the window, without a condition in its loops.
#include "IndexMath.h"
#include "Legalization.h"
#include "Padding.h"
#include "ScalarMath.h"
#include "SpatialLayout.h"

#include "Relax/Dialect/Relax/IR/PoolingOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::relax {

//===-- Windows -----------------------------------------------------------===//

namespace {
/// How the window moves along one axis.
struct PoolAxis {
  /// The axis' place among the operand's and the result's dimensions.
  int64_t in, out;
  int64_t size, stride, dilation, before, after;

  /// The elements from the first of a window to its last.
  int64_t getSpan() const { return (size - 1) * dilation + 1; }
};

/// A pooling op under construction.
class Pool {
public:
  template <typename Op>
  Pool(Op op, SpatialLayout layout, KernelBuilder &kernel);

  /// Put padding of `fill` around the operand if windows reach beyond it.
  void pad(Value fill);
  /// Combine the elements of each window.
  void reduce(Value start, ScalarFunction combine, Value into);
  /// Write the sums, divided by how many elements each window has.
  void divide(Value sums, bool countPadding);

  Type getElement() const { return element; }
  ArrayRef<OpFoldResult> getExtents() const { return extents; }

private:
  bool reachesOutside(const PoolAxis &axis) const;
  OpFoldResult getPaddedExtent(const PoolAxis &axis) const;
  Value getCount(IndexMath math, const PoolAxis &axis, Value place,
                 bool countPadding) const;

  OpBuilder &builder;
  Location loc;
  SpatialLayout layout;
  SmallVector<PoolAxis> axes;
  Value data, out;
  Type element;
  bool ceilMode;
  /// The extents of the operand, before padding, and of the result.
  SmallVector<OpFoldResult> inExtents, extents;
};
} // namespace

template <typename Op>
Pool::Pool(Op op, SpatialLayout layout, KernelBuilder &kernel)
    : builder(kernel.builder()), loc(kernel.loc()), layout(layout),
      data(kernel.input(0)), out(kernel.output()), ceilMode(op.getCeilMode()) {
  element = cast<MemRefType>(data.getType()).getElementType();
  inExtents = tir::getExtents(builder, loc, data);
  extents = tir::getExtents(builder, loc, out);
  size_t count = op.getPoolSize().size();
  auto get = [&](std::optional<ArrayRef<int64_t>> numbers, size_t index,
                 int64_t missing) {
    return numbers ? (*numbers)[index] : missing;
  };
  for (size_t i = 0; i < count; ++i)
    axes.push_back({layout.getInPlace(i), layout.getOutPlace(i),
                    op.getPoolSize()[i], get(op.getStrides(), i, 1),
                    get(op.getDilation(), i, 1), get(op.getPadding(), i, 0),
                    get(op.getPadding(), i + count, 0)});
}

/// Whether a window may have elements outside the operand.
/// Without padding and ceil_mode every window is inside, and no padded copy is
/// made.
bool Pool::reachesOutside(const PoolAxis &axis) const {
  if (axis.before != 0)
    return true;
  if (axis.after == 0 && !ceilMode)
    return false;
  std::optional<int64_t> in = getConstantIntValue(inExtents[axis.in]);
  std::optional<int64_t> places = getConstantIntValue(extents[axis.out]);
  // In ceil_mode the last window decides.
  return !in || !places || (*places - 1) * axis.stride + axis.getSpan() > *in;
}

/// Room for all windows.
/// At least all of the operand in front of which padding is, even if the last
/// windows do not reach its end: the copy writes all of it.
OpFoldResult Pool::getPaddedExtent(const PoolAxis &axis) const {
  IndexMath math(builder, loc);
  Value steps = math.add(math.value(extents[axis.out]), -1);
  Value used = math.add(math.mul(steps, axis.stride), axis.getSpan());
  Value least = math.add(math.value(inExtents[axis.in]), axis.before);
  return math.toExtent(math.max(used, least));
}

void Pool::pad(Value fill) {
  if (llvm::none_of(axes, [&](auto &axis) { return reachesOutside(axis); }))
    return;
  BorderPlacement placement;
  placement.before.assign(inExtents.size(), 0);
  SmallVector<OpFoldResult> padded = inExtents;
  for (const PoolAxis &axis : axes) {
    placement.before[axis.in] = axis.before;
    if (reachesOutside(axis))
      padded[axis.in] = getPaddedExtent(axis);
  }
  Value buffer = tir::allocBuffer(builder, loc, padded, element);
  buildPadded(builder, loc, data, buffer, placement, fill);
  data = buffer;
}

void Pool::reduce(Value start, ScalarFunction combine, Value into) {
  SmallVector<OpFoldResult> window;
  for (const PoolAxis &axis : axes)
    window.push_back(builder.getIndexAttr(axis.size));
  // No condition in the reduction: padding has been written as the identity.
  tir::buildReduceBlock(
      builder, loc, "pool", extents, window, start,
      [&](OpBuilder &b, Location loc, ValueRange place, ValueRange offset,
          Value acc) {
        IndexMath math(b, loc);
        SmallVector<Value> source = layout.toOperand(place);
        for (auto [axis, along] : llvm::zip_equal(axes, offset))
          source[axis.in] = math.add(math.mul(place[axis.out], axis.stride),
                                     math.mul(along, axis.dilation));
        Value x = memref::LoadOp::create(b, loc, data, source);
        return combine(b, loc, acc, castScalar(b, loc, x, acc.getType()));
      },
      into);
}

/// How many elements the window at `place` has on an axis, at least 1.
/// count_include_pad = false counts elements of the operand only, true also
/// padding, but never what ceil_mode adds beyond it.
Value Pool::getCount(IndexMath math, const PoolAxis &axis, Value place,
                     bool countPadding) const {
  // From and to which element of the window it is inside: `low` and `high` are
  // counted from the first element of the padded operand.
  Value start = math.mul(place, axis.stride);
  Value size = math.value(inExtents[axis.in]);
  Value low = math.constant(countPadding ? 0 : axis.before);
  Value high = math.add(size, axis.before + (countPadding ? axis.after : 0));
  Value step = math.constant(axis.dilation);
  // Dilation makes the count a number of steps, rounded up.
  Value first =
      math.max(math.ceilDiv(math.sub(low, start), step), math.constant(0));
  Value last = math.min(math.ceilDiv(math.sub(high, start), step),
                        math.constant(axis.size));
  return math.max(math.sub(last, first), math.constant(1));
}

void Pool::divide(Value sums, bool countPadding) {
  tir::buildComputeBlock(
      builder, loc, "mean", extents,
      [&](OpBuilder &b, Location loc, ValueRange place) {
        IndexMath math(b, loc);
        Value count = math.constant(1);
        for (const PoolAxis &axis : axes)
          count = math.mul(
              // A window that is always whole has a constant count.
              count, !reachesOutside(axis) || (countPadding && !ceilMode)
                         ? math.constant(axis.size)
                         : getCount(math, axis, place[axis.out], countPadding));
        Value sum = memref::LoadOp::create(b, loc, sums, place);
        Value divisor = math.toScalar(count, sum.getType());
        return castScalar(b, loc, divScalar(b, loc, sum, divisor), element);
      },
      out);
}

//===-- Ops ---------------------------------------------------------------===//

template <typename Op>
static LogicalResult legalizeMaxPool(Op op, KernelBuilder &kernel) {
  SpatialLayout layout = SpatialLayout::read(op);
  Pool pool(op, layout, kernel);
  // The identity of max: a window of padding only gives it.
  Value lowest = lowestOf(kernel.builder(), kernel.loc(), pool.getElement());
  pool.pad(lowest);
  pool.reduce(lowest, maxScalar, kernel.output());
  return success();
}

template <typename Op>
static LogicalResult legalizeAvgPool(Op op, KernelBuilder &kernel) {
  SpatialLayout layout = SpatialLayout::read(op);
  Pool pool(op, layout, kernel);
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  pool.pad(zeroOf(builder, loc, pool.getElement()));
  // f16 sums of large windows in f32.
  Type wide = getAccumulatorType(pool.getElement());
  Value sums = tir::allocBuffer(builder, loc, pool.getExtents(), wide);
  pool.reduce(zeroOf(builder, loc, wide), addScalar, sums);
  pool.divide(sums, op.getCountIncludePad());
  return success();
}

void populatePoolingLegalizations(LegalizationTable &table) {
  table.add(legalizeMaxPool<MaxPool1dOp>);
  table.add(legalizeMaxPool<MaxPool2dOp>);
  table.add(legalizeMaxPool<MaxPool3dOp>);
  table.add(legalizeAvgPool<AvgPool1dOp>);
  table.add(legalizeAvgPool<AvgPool2dOp>);
  table.add(legalizeAvgPool<AvgPool3dOp>);
}

} // namespace mlir::relax
