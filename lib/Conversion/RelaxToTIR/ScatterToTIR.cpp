// Lowers what puts elements into a copy of a tensor. Updates may meet, so those
// that can are a loop inside a block; an index outside its axis writes nothing.
// No atomics: what may collide is sequential in one thread, in the order of
// the updates. So "update" is deterministic, the last one wins, and sums have
// a fixed order.
#include "BlockMath.h"
#include "Broadcast.h"
#include "Elementwise.h"

#include "Relax/Dialect/Relax/IR/ScatterOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

static SmallVector<OpFoldResult> getExtents(KernelBuilder &kernel,
                                            Value buffer) {
  return tir::getExtents(kernel.builder(), kernel.loc(), buffer);
}

static int64_t getRank(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getRank();
}

namespace {
/// A scatter under construction: the result starts as a copy of the data.
class Scatter {
public:
  Scatter(KernelBuilder &kernel, StringRef reduction);

  /// Join an update with the element at `place`, whose coordinates on `checked`
  /// axes may be negative, or outside.
  void put(BlockMath math, Value update, SmallVector<Value> place,
           ArrayRef<int64_t> checked) const;
  /// Divide sums by their numbers, for a mean.
  void finish() const;

private:
  Value join(BlockMath math, Value old, Value update) const;

  KernelBuilder &kernel;
  StringRef reduction;
  Value out, counts;
  SmallVector<OpFoldResult> extents;
};
} // namespace

// The data are copied first; operators are values, and memory planning may
// reuse the buffer.
Scatter::Scatter(KernelBuilder &kernel, StringRef reduction)
    : kernel(kernel), reduction(reduction), out(kernel.output()),
      extents(getExtents(kernel, out)) {
  (void)buildResult(kernel, "copy",
                    [&](OpBuilder &b, Location loc, ValueRange at) {
                      return BlockMath(b, loc).load(kernel.input(0), at);
                    });
  if (reduction != "mean")
    return;
  counts = tir::allocBuffer(kernel.builder(), kernel.loc(), extents,
                            kernel.builder().getI64Type());
  // A mean counts the original element as well, hence it starts at 1.
  tir::buildComputeBlock(
      kernel.builder(), kernel.loc(), "count", extents,
      [&](OpBuilder &b, Location loc, ValueRange) {
        return oneOf(b, loc, b.getI64Type());
      },
      counts);
}

Value Scatter::join(BlockMath math, Value old, Value update) const {
  if (reduction == "add" || reduction == "mean")
    return math.plus(old, update);
  if (reduction == "mul")
    return math.times(old, update);
  if (reduction == "max")
    return math.greater(old, update);
  if (reduction == "min")
    return math.lesser(old, update);
  return update;
}

// An index outside writes nothing. ONNX leaves it undefined, and writing
// anywhere else is not acceptable.
void Scatter::put(BlockMath math, Value update, SmallVector<Value> place,
                  ArrayRef<int64_t> checked) const {
  Value zero = math.constant(0), isInside;
  for (int64_t axis : checked) {
    Value size = math.value(extents[axis]);
    place[axis] = math.choose(math.isLess(place[axis], zero),
                              math.add(place[axis], size), place[axis]);
    Value inside = math.isWithin(place[axis], zero, size);
    isInside = isInside ? math.both(isInside, inside) : inside;
  }
  auto write = [&] {
    // An update does not read, so it may write what was never initialised.
    Value old = reduction == "update" ? Value() : math.load(out, place);
    math.store(join(math, old, update), out, place);
    if (!counts)
      return;
    Value count = math.load(counts, place);
    math.store(math.plus(count, math.one(count.getType())), counts, place);
  };
  if (isInside)
    math.when(isInside, write);
  else
    write();
}

void Scatter::finish() const {
  if (counts)
    (void)buildResult(
        kernel, "mean", [&](OpBuilder &b, Location loc, ValueRange at) {
          BlockMath math(b, loc);
          Value sum = math.load(out, at);
          return math.over(sum, math.loadAs(sum.getType(), counts, at));
        });
}

/// Rows along the axis are independent of each other.
static LogicalResult legalizeScatterElements(ScatterElementsOp op,
                                             KernelBuilder &kernel) {
  Scatter scatter(kernel, op.getReduction());
  Value indices = kernel.input(1), updates = kernel.input(2);
  int64_t axis = op.getAxis();
  if (axis < 0)
    axis += getRank(indices);
  // Equal sizes on all axes but one are required by the operator, and only
  // claimed by types.
  SmallVector<AxisSize> sizes = getAxisSizes(kernel, kernel.input(0));
  for (auto [other, size] : llvm::enumerate(getAxisSizes(kernel, indices))) {
    int64_t same = other;
    assertSameSizes(kernel, indices, updates, {{same, same}},
                    "the sizes of indices and updates differ");
    if (same != axis)
      assertAtMost(kernel, size, sizes[other],
                   "the indices reach beyond the data on another axis");
  }
  SmallVector<OpFoldResult> rows = getExtents(kernel, indices);
  OpFoldResult length = rows[axis];
  rows.erase(rows.begin() + axis);
  tir::buildBlock(
      kernel.builder(), kernel.loc(), "scatter", makeSpatial(rows),
      [&](OpBuilder &b, Location loc, ValueRange row) {
        BlockMath math(b, loc);
        math.loop(math.constant(0), math.value(length), [&](Value along) {
          auto at = insertAxis(row, axis, along);
          SmallVector<Value> place(at);
          place[axis] = math.loadIndex(indices, at);
          scatter.put(math, math.load(updates, at), place, axis);
        });
      });
  scatter.finish();
  return success();
}

/// The elements of a slice are independent of each other; so the slices'
/// axes are outside, the coordinates inside.
static LogicalResult legalizeScatterND(ScatterNDOp op, KernelBuilder &kernel) {
  Value indices = kernel.input(1), updates = kernel.input(2);
  // Each coordinate is a load in the loop's body.
  int64_t count = cast<MemRefType>(indices.getType()).getShape().back();
  if (ShapedType::isDynamic(count))
    return kernel.notifyMatchFailure(
        "expected a known number of coordinates, but found a "
        "symbolic one");
  int64_t lead = getRank(indices) - 1;
  for (int64_t axis = 0; axis < lead; ++axis)
    assertSameSizes(kernel, indices, updates, {{axis, axis}},
                    "the sizes of indices and updates differ");
  for (int64_t axis = lead; axis < getRank(updates); ++axis)
    assertSameSizes(kernel, kernel.input(0), updates,
                    {{axis - lead + count, axis}},
                    "the sizes of data and updates differ");
  Scatter scatter(kernel, op.getReduction());
  SmallVector<OpFoldResult> tuples = getExtents(kernel, indices);
  tuples.pop_back();
  // Slices have the data's trailing axes.
  SmallVector<OpFoldResult> slice = llvm::to_vector(
      ArrayRef(getExtents(kernel, kernel.output())).drop_front(count));
  auto checked = llvm::to_vector(llvm::seq<int64_t>(count));
  tir::buildBlock(kernel.builder(), kernel.loc(), "scatter", makeSpatial(slice),
                  [&](OpBuilder &b, Location loc, ValueRange inner) {
                    BlockMath math(b, loc);
                    math.loopOver(tuples, [&](ValueRange tuple) {
                      SmallVector<Value> place;
                      for (int64_t entry = 0; entry < count; ++entry) {
                        SmallVector<Value> at(tuple);
                        at.push_back(math.constant(entry));
                        place.push_back(math.loadIndex(indices, at));
                      }
                      llvm::append_range(place, inner);
                      SmallVector<Value> from(tuple);
                      llvm::append_range(from, inner);
                      scatter.put(math, math.load(updates, from), place,
                                  checked);
                    });
                  });
  scatter.finish();
  return success();
}

static LogicalResult legalizeIndexPut(IndexPutOp op, KernelBuilder &kernel) {
  Scatter scatter(kernel, op.getAccumulate() ? "add" : "update");
  int64_t count = op.getIndices().size();
  Value values = kernel.input(1 + count);
  // The places that the index tensors have when they are broadcast together.
  // numpy's index_put: index tensors broadcast to one another.
  SmallVector<AxisSize> tuples;
  for (int64_t axis = 0; axis < count; ++axis)
    tuples = joinAxisSizes(kernel, tuples,
                           getAxisSizes(kernel, kernel.input(1 + axis)));
  SmallVector<OpFoldResult> slice = llvm::to_vector(
      ArrayRef(getExtents(kernel, kernel.output())).drop_front(count));
  auto checked = llvm::to_vector(llvm::seq<int64_t>(count));
  // Values may have fewer axes, not more.
  if (size_t(getRank(values)) > tuples.size() + slice.size())
    return kernel.notifyMatchFailure(
        "expected values that broadcast to the places, but "
        "found rank " +
        Twine(getRank(values)));
  SmallVector<BroadcastInput> indices;
  for (int64_t axis = 0; axis < count; ++axis)
    indices.emplace_back(kernel, kernel.input(1 + axis), tuples);
  SmallVector<AxisSize> space = tuples;
  llvm::append_range(
      space, ArrayRef(getAxisSizes(kernel, kernel.output())).drop_front(count));
  BroadcastInput input(kernel, values, space);
  auto tupleExtents = llvm::map_to_vector(
      tuples, [](const AxisSize &size) { return size.extent; });
  tir::buildBlock(kernel.builder(), kernel.loc(), "scatter", makeSpatial(slice),
                  [&](OpBuilder &b, Location loc, ValueRange inner) {
                    BlockMath math(b, loc);
                    math.loopOver(tupleExtents, [&](ValueRange tuple) {
                      SmallVector<Value> place, from(tuple);
                      for (const BroadcastInput &index : indices)
                        place.push_back(math.cast(index.load(b, loc, tuple),
                                                  b.getIndexType()));
                      llvm::append_range(place, inner);
                      llvm::append_range(from, inner);
                      scatter.put(math, input.load(b, loc, from), place,
                                  checked);
                    });
                  });
  return success();
}

static LogicalResult legalizeSliceScatter(SliceScatterOp op,
                                          KernelBuilder &kernel) {
  Value source = kernel.input(1);
  int64_t axis = op.getAxis();
  Dims dims = getDims(cast<RankedTensorType>(op.getInput().getType()));
  if (axis < 0)
    axis += dims.size();
  // Start and step are resolved as for slices, by the same function as in type
  // inference.
  SliceRange range = resolveSlice(dims[axis], op.getStart(), op.getEnd(),
                                  op.getStep(), /*assumeInbound=*/false);
  if (!range.start)
    return kernel.notifyMatchFailure(
        "expected a start that is known to count from the "
        "front or from the end; clamp it with 'min' and "
        "'max'");
  Value input = kernel.input(0);
  for (int64_t other = 0; other < getRank(input); ++other)
    if (other != axis)
      assertSameSizes(kernel, input, source, {{other, other}},
                      "the sizes of data and source differ");
  SmallVector<int64_t> checked;
  // If the length is not provable, places are checked one by one.
  if (range.length)
    assertSameSize(kernel, getAxisSizes(kernel, source)[axis],
                   {range.length, kernel.index(range.length)},
                   "the source is not as long as the slice");
  else
    checked.push_back(axis);
  Scatter scatter(kernel, "update");
  Value start = kernel.index(range.start);
  tir::buildBlock(kernel.builder(), kernel.loc(), "slice",
                  makeSpatial(getExtents(kernel, source)),
                  [&](OpBuilder &b, Location loc, ValueRange at) {
                    BlockMath math(b, loc);
                    SmallVector<Value> place(at);
                    place[axis] =
                        math.add(math.mul(at[axis], op.getStep()), start);
                    scatter.put(math, math.load(source, at), place, checked);
                  });
  return success();
}

void populateScatterLegalizations(LegalizationTable &table) {
  table.add(legalizeIndexPut);
  table.add(legalizeScatterElements);
  table.add(legalizeScatterND);
  table.add(legalizeSliceScatter);
}

} // namespace mlir::relax
