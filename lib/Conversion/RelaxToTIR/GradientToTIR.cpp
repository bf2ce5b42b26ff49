// Lowers derivatives: each element of the gradient is added where the forward
// op read. Elements that may meet are added by a loop inside a block.
// Scattered additions: several elements of the gradient may go to one place.
// The block is parallel only over what cannot collide; the rest is a
// sequential loop, so no atomics are needed and sums are in a fixed order.
#include "BlockMath.h"
#include "Broadcast.h"
#include "Elementwise.h"
#include "SpatialLayout.h"

#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

// Every element is zeroed first, since most are never added to.
static void buildZeros(KernelBuilder &kernel, Value sums) {
  tir::buildComputeBlock(
      kernel.builder(), kernel.loc(), "zero",
      tir::getExtents(kernel.builder(), kernel.loc(), sums),
      [&](OpBuilder &b, Location loc, ValueRange) {
        return zeroOf(b, loc, getElementType(sums));
      },
      sums);
}

/// The gradient's axis has to be as long as the one that it belongs to: what
/// the verifier cannot tell is asserted when it runs.
static void assertSize(KernelBuilder &kernel, int64_t axis, AxisSize wanted) {
  AxisSize found = getAxisSizes(kernel, kernel.input(0))[axis];
  assertSameSize(kernel, found, wanted,
                 ("axis " + Twine(axis) +
                  " of the gradient has another size "
                  "than the operand's")
                     .str());
}

static void addTo(BlockMath math, Value sums, ValueRange place, Value x) {
  Value sum = math.load(sums, place);
  math.store(math.plus(sum, math.cast(x, sum.getType())), sums, place);
}

namespace {
/// The derivative of taking slices along an axis.
struct TakeBackward {
  Value gradient, indices;
  int64_t axis;
  StringRef mode;

  void build(KernelBuilder &kernel, Value sums) const;
  /// Add what entry `entry` of the indices took at place `at` of its slice.
  void addEntry(BlockMath math, Value sums, OpFoldResult extent, ValueRange at,
                ValueRange entry) const;
};
} // namespace

/// An index outside reads nothing in the modes `nan` and `fast`, and so has no
/// derivative.
void TakeBackward::addEntry(BlockMath math, Value sums, OpFoldResult extent,
                            ValueRange at, ValueRange entry) const {
  Value zero = math.constant(0), size = math.value(extent);
  Value index = math.loadIndex(indices, entry);
  // "nan" and "fast" read nothing outside; clip reads the border and wrap the
  // other side, so these get the derivative there.
  Value isInside = mode == "nan" || mode == "fast"
                       ? math.isWithin(index, zero, size)
                       : math.isLess(zero, size);
  math.when(isInside, [&] {
    Value place = mode == "wrap" ? math.floorMod(index, size)
                                 : math.clamp(index, zero, math.add(size, -1));
    SmallVector<Value> from(at.take_front(axis));
    llvm::append_range(from, entry);
    llvm::append_range(from, at.drop_front(axis));
    addTo(math, sums, insertAxis(at, axis, place), math.load(gradient, from));
  });
}

void TakeBackward::build(KernelBuilder &kernel, Value sums) const {
  OpBuilder &builder = kernel.builder();
  SmallVector<OpFoldResult> slice =
      tir::getExtents(builder, kernel.loc(), sums);
  OpFoldResult extent = slice[axis];
  slice.erase(slice.begin() + axis);
  buildZeros(kernel, sums);
  // Slices are independent, entries of the indices may name one slice twice.
  tir::buildBlock(builder, kernel.loc(), "take_backward", makeSpatial(slice),
                  [&](OpBuilder &b, Location loc, ValueRange at) {
                    BlockMath math(b, loc);
                    math.loopOver(tir::getExtents(b, loc, indices),
                                  [&](ValueRange entry) {
                                    addEntry(math, sums, extent, at, entry);
                                  });
                  });
}

static LogicalResult legalizeTakeBackward(TakeBackwardOp op,
                                          KernelBuilder &kernel) {
  int64_t along = op.getAxis().value_or(0);
  TakeBackward take{kernel.input(0), kernel.input(2), along, op.getMode()};
  SmallVector<AxisSize> sizes = getAxisSizes(kernel, kernel.output());
  SmallVector<AxisSize> entries = getAxisSizes(kernel, take.indices);
  if (take.axis < 0)
    take.axis += static_cast<int64_t>(sizes.size());
  SmallVector<AxisSize> wanted(ArrayRef<AxisSize>(sizes).take_front(take.axis));
  llvm::append_range(wanted, entries);
  llvm::append_range(wanted, ArrayRef(sizes).drop_front(take.axis + 1));
  for (auto [axis, size] : llvm::enumerate(wanted))
    assertSize(kernel, axis, size);
  buildSums(kernel, [&](Value sums) { take.build(kernel, sums); });
  return success();
}

namespace {
/// How the window of a pooling moves along one axis.
struct WindowAxis {
  /// The axis among the operand's and the gradient's dimensions.
  int64_t in, out;
  int64_t size, stride, dilation, before, after;
};

/// The derivative of a pooling under construction.
struct PoolBackward {
  template <typename Op>
  PoolBackward(Op op, SpatialLayout layout, KernelBuilder &kernel);

  void assertSizes() const;
  void build(Value sums);

  KernelBuilder &kernel;
  SpatialLayout layout;
  SmallVector<WindowAxis> axes;
  bool isMax, countPadding;
  Value gradient, data, out;
  SmallVector<OpFoldResult> sizes, steps;
  /// Where the greatest element so far is; its first entry is -1 before there
  /// is one. One a row.
  /// A maximum's place must be found again, as the forward pass has not kept
  /// it. The scratch buffer has a row for each parallel iteration, so
  /// iterations share nothing.
  Value best;

private:
  SmallVector<Value> getSource(BlockMath math, ValueRange place,
                               ValueRange offset, Value &isInside) const;
  void findBest(BlockMath math, ValueRange row, ValueRange place) const;
  Value getCount(BlockMath math, ValueRange place) const;
  void addWindow(BlockMath math, ValueRange row, ValueRange place) const;
  bool isSpatial(int64_t dim) const;
  SmallVector<OpFoldResult> getWindow() const;
  Value loadBest(BlockMath math, ValueRange row, int64_t entry) const {
    SmallVector<Value> at(row);
    at.push_back(math.constant(entry));
    return math.loadIndex(best, at);
  }
  void storeBest(BlockMath math, ValueRange row, int64_t entry,
                 Value value) const {
    SmallVector<Value> at(row);
    at.push_back(math.constant(entry));
    math.store(value, best, at);
  }
};
} // namespace

template <typename Op>
PoolBackward::PoolBackward(Op op, SpatialLayout layout, KernelBuilder &kernel)
    : kernel(kernel), layout(layout),
      isMax(std::is_same_v<Op, MaxPool2dBackwardOp>),
      countPadding(op.getCountIncludePad()), gradient(kernel.input(0)),
      data(kernel.input(1)),
      sizes(tir::getExtents(kernel.builder(), kernel.loc(), data)),
      steps(tir::getExtents(kernel.builder(), kernel.loc(), gradient)) {
  size_t count = op.getPoolSize().size();
  auto get = [](std::optional<ArrayRef<int64_t>> numbers, size_t index,
                int64_t missing) {
    return numbers ? (*numbers)[index] : missing;
  };
  for (size_t i = 0; i < count; ++i)
    axes.push_back({layout.getInPlace(i), layout.getOutPlace(i),
                    op.getPoolSize()[i], get(op.getStrides(), i, 1),
                    get(op.getDilation(), i, 1), get(op.getPadding(), i, 0),
                    get(op.getPadding(), i + count, 0)});
}

SmallVector<OpFoldResult> PoolBackward::getWindow() const {
  Builder builder(data.getContext());
  return llvm::map_to_vector(axes, [&](const WindowAxis &axis) {
    return OpFoldResult(builder.getIndexAttr(axis.size));
  });
}

/// The operand's element at an offset in the window at a place of the gradient.
SmallVector<Value> PoolBackward::getSource(BlockMath math, ValueRange place,
                                           ValueRange offset,
                                           Value &isInside) const {
  SmallVector<Value> source = layout.toOperand(place);
  for (auto [axis, along] : llvm::zip_equal(axes, offset)) {
    Value at = math.add(math.mul(place[axis.out], axis.stride),
                        math.mul(along, axis.dilation));
    source[axis.in] = math.add(at, -axis.before);
    Value inside = math.isWithin(source[axis.in], math.constant(0),
                                 math.value(sizes[axis.in]));
    isInside = isInside ? math.both(isInside, inside) : inside;
  }
  return source;
}

void PoolBackward::findBest(BlockMath math, ValueRange row,
                            ValueRange place) const {
  for (size_t entry = 0; entry < axes.size(); ++entry)
    storeBest(math, row, entry, math.constant(-1));
  math.loopOver(getWindow(), [&](ValueRange offset) {
    Value isInside;
    SmallVector<Value> source = getSource(math, place, offset, isInside);
    math.when(isInside, [&] {
      SmallVector<Value> known = source;
      // -1 in the first entry: nothing found yet. The data are then read at
      // the element itself, which is inside.
      Value isFirst = math.isLess(loadBest(math, row, 0), math.constant(0));
      for (auto [entry, axis] : llvm::enumerate(axes))
        known[axis.in] =
            math.choose(isFirst, source[axis.in], loadBest(math, row, entry));
      Value x = math.load(data, source), most = math.load(data, known);
      // not (x <= best): greater, or x is NaN; the second test stops at the
      // first NaN. That is PyTorch's forward rule.
      Value isBetter = math.both(math.isNot(math.isAtMost(x, most)),
                                 math.isEqual(most, most));
      math.when(math.either(isFirst, isBetter), [&] {
        for (auto [entry, axis] : llvm::enumerate(axes))
          storeBest(math, row, entry, source[axis.in]);
      });
    });
  });
}

/// How many elements the window at a place has, at least 1.
/// count_include_pad counts the padding, but never what is beyond it.
Value PoolBackward::getCount(BlockMath math, ValueRange place) const {
  Value count = math.constant(1);
  for (const WindowAxis &axis : axes) {
    Value start = math.mul(place[axis.out], axis.stride);
    Value low = math.constant(countPadding ? 0 : axis.before);
    Value high = math.add(math.value(sizes[axis.in]),
                          axis.before + (countPadding ? axis.after : 0));
    Value step = math.constant(axis.dilation);
    Value first =
        math.max(math.ceilDiv(math.sub(low, start), step), math.constant(0));
    Value last = math.min(math.ceilDiv(math.sub(high, start), step),
                          math.constant(axis.size));
    // At least 1, so that a window of nothing does not divide by 0; nothing is
    // added for it.
    count = math.mul(count, math.max(math.sub(last, first), math.constant(1)));
  }
  return count;
}

void PoolBackward::addWindow(BlockMath math, ValueRange row,
                             ValueRange place) const {
  Value x = math.load(gradient, place);
  if (isMax) {
    findBest(math, row, place);
    math.when(math.isAtMost(math.constant(0), loadBest(math, row, 0)), [&] {
      SmallVector<Value> source = layout.toOperand(place);
      for (auto [entry, axis] : llvm::enumerate(axes))
        source[axis.in] = loadBest(math, row, entry);
      addTo(math, out, source, x);
    });
    return;
  }
  Value count = getCount(math, place);
  Type wide = getElementType(out);
  Value share = math.over(math.cast(x, wide), math.cast(count, wide));
  // Average: each element of the window gets an equal share.
  math.loopOver(getWindow(), [&](ValueRange offset) {
    Value isInside;
    SmallVector<Value> source = getSource(math, place, offset, isInside);
    math.when(isInside, [&] { addTo(math, out, source, share); });
  });
}

/// Whether `dim` of the gradient is one that windows move along.
bool PoolBackward::isSpatial(int64_t dim) const {
  return llvm::any_of(axes,
                      [&](const WindowAxis &axis) { return axis.out == dim; });
}

// Batch and channel sizes of gradient and operand must agree; the spatial
// sizes follow from the pool.
void PoolBackward::assertSizes() const {
  for (auto [dim, size] : llvm::enumerate(getAxisSizes(kernel, data)))
    if (int64_t axis = layout.getResultDim(dim); !isSpatial(axis))
      assertSize(kernel, axis, size);
}

/// Rows, which are images and channels, are independent of each other.
void PoolBackward::build(Value sums) {
  out = sums;
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  buildZeros(kernel, sums);
  SmallVector<OpFoldResult> rows, places;
  for (auto [dim, extent] : llvm::enumerate(steps))
    if (!isSpatial(dim))
      rows.push_back(extent);
  for (const WindowAxis &axis : axes)
    places.push_back(steps[axis.out]);
  SmallVector<OpFoldResult> found = rows;
  found.push_back(builder.getIndexAttr(axes.size()));
  best = tir::allocBuffer(builder, loc, found, builder.getI64Type());
  tir::buildBlock(builder, loc, "pool_backward", makeSpatial(rows),
                  [&](OpBuilder &b, Location loc, ValueRange row) {
                    BlockMath math(b, loc);
                    math.loopOver(places, [&](ValueRange spatial) {
                      SmallVector<Value> place(steps.size());
                      for (auto [axis, at] : llvm::zip_equal(axes, spatial))
                        place[axis.out] = at;
                      ValueRange rest = row;
                      for (Value &at : place)
                        if (!at) {
                          at = rest.front();
                          rest = rest.drop_front();
                        }
                      addWindow(math, row, place);
                    });
                  });
}

template <typename Op>
static LogicalResult legalizePoolBackward(Op op, KernelBuilder &kernel) {
  SpatialLayout layout = SpatialLayout::read(op);
  PoolBackward pool(op, layout, kernel);
  pool.assertSizes();
  buildSums(kernel, [&](Value sums) { pool.build(sums); });
  return success();
}

void populateGradientLegalizations(LegalizationTable &table) {
  table.add(legalizePoolBackward<AvgPool2dBackwardOp>);
  table.add(legalizePoolBackward<MaxPool2dBackwardOp>);
  table.add(legalizeTakeBackward);
}

} // namespace mlir::relax
