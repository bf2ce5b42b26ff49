// Padding of tensors as PrimFuncs.
#include "BlockMath.h"
#include "Elementwise.h"
#include "IndexMath.h"
#include "Padding.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::relax {

namespace {
/// How one axis is copied: element `first + i` goes to `begin + i * spread`.
struct AxisCopy {
  int64_t first, begin, spread;

  /// Negative padding crops: elements before `first` would land in front.
  AxisCopy(const BorderPlacement &placement, size_t axis)
      : spread(placement.spread.empty() ? 1 : placement.spread[axis]) {
    int64_t before = placement.before[axis];
    first = before < 0 ? llvm::divideCeil(-before, spread) : 0;
    begin = before + first * spread;
  }
};
} // namespace

/// How many elements of an axis a copy from `in` to `out` takes.
static OpFoldResult getCopied(IndexMath math, OpFoldResult in, OpFoldResult out,
                              const AxisCopy &copy) {
  std::optional<int64_t> from = getConstantIntValue(in);
  std::optional<int64_t> to = getConstantIntValue(out);
  if (from && to)
    return math.toExtent(math.constant(std::max<int64_t>(
        0, std::min(*from - copy.first,
                    llvm::divideCeilSigned(*to - copy.begin, copy.spread)))));
  Value left = math.add(math.value(in), -copy.first);
  Value room = math.add(math.value(out), -copy.begin);
  if (copy.spread != 1)
    room = math.ceilDiv(math.max(room, math.constant(0)),
                        math.constant(copy.spread));
  return math.toExtent(math.max(math.constant(0), math.min(left, room)));
}

// Fill everything, then copy. One block with a condition would test each
// element in the innermost loop.
void buildPadded(OpBuilder &builder, Location loc, Value in, Value out,
                 const BorderPlacement &placement, Value fill) {
  IndexMath math(builder, loc);
  SmallVector<OpFoldResult> from = tir::getExtents(builder, loc, in);
  SmallVector<OpFoldResult> to = tir::getExtents(builder, loc, out);
  tir::buildComputeBlock(
      // The value is made outside and captured as a constant of the program.
      builder, loc, "border", to,
      [&](OpBuilder &, Location, ValueRange) { return fill; }, out);
  SmallVector<tir::Iter> iters;
  // `fits` says that nothing is cropped, so the extents are those of the
  // operand.
  for (size_t axis = 0; axis < placement.before.size(); ++axis)
    iters.push_back({placement.fits ? from[axis]
                                    : getCopied(math, from[axis], to[axis],
                                                AxisCopy(placement, axis)),
                     tir::IterKind::Spatial});
  tir::buildBlock(builder, loc, "pad", iters,
                  [&](OpBuilder &b, Location loc, ValueRange place) {
                    IndexMath math(b, loc);
                    SmallVector<Value> source(place), target(place);
                    for (size_t axis = 0; axis < placement.before.size();
                         ++axis) {
                      AxisCopy copy(placement, axis);
                      if (!placement.spread.empty())
                        target[axis] = math.mul(target[axis], copy.spread);
                      if (copy.begin != 0)
                        target[axis] = math.add(target[axis], copy.begin);
                      if (copy.first != 0)
                        source[axis] = math.add(source[axis], copy.first);
                    }
                    Value x = memref::LoadOp::create(b, loc, in, source);
                    x = castScalar(b, loc, x, getElementType(out));
                    memref::StoreOp::create(b, loc, x, out, target);
                  });
}

/// Gives the place in [0, size) that a place outside of it shows.
using BorderIndex = Value (*)(IndexMath, Value index, Value size);

static Value getEdge(IndexMath math, Value index, Value size) {
  return math.clamp(index, math.constant(0), math.add(size, -1));
}

static Value getCircular(IndexMath math, Value index, Value size) {
  return math.floorMod(index, size);
}

/// There and back again takes `2 * (size - 1)` steps.
/// Period 2 * (size - 1), without the edges twice, as numpy's "reflect". A size
/// of 1 has period 0, hence the maximum.
static Value getReflected(IndexMath math, Value index, Value size) {
  Value period = math.mul(math.add(size, -1), 2);
  Value step = math.floorMod(index, math.max(period, math.constant(1)));
  return math.min(step, math.sub(period, step));
}

namespace {
/// Writes each element of the result from the operand's element that it shows.
struct ShownPadding {
  KernelBuilder &kernel;
  ArrayRef<int64_t> width;
  BorderIndex border;

  void build();

private:
  Value load(BlockMath math, ValueRange place) const;
  void buildRows() const;
  void buildEnds() const;
  SmallVector<OpFoldResult> getExtents(Value buffer) const {
    return tir::getExtents(kernel.builder(), kernel.loc(), buffer);
  }
};
} // namespace

/// What `place` of the result shows; an axis that is not padded, or cut, is not
/// asked.
Value ShownPadding::load(BlockMath math, ValueRange place) const {
  Value in = kernel.input(0);
  SmallVector<Value> source(place);
  for (auto [axis, extent] : llvm::enumerate(getExtents(in)))
    if (width[2 * axis] != 0 || width[2 * axis + 1] != 0)
      source[axis] = border(math, math.add(source[axis], -width[2 * axis]),
                            math.value(extent));
  return math.load(in, source);
}

/// The operand's own places of the last axis, where it shows itself: a copy of
/// vectors.
void ShownPadding::buildRows() const {
  SmallVector<OpFoldResult> extents = getExtents(kernel.output());
  extents.back() = getExtents(kernel.input(0)).back();
  int64_t before = width[width.size() - 2];
  SmallVector<int64_t> others(width);
  others[width.size() - 2] = others.back() = 0;
  ShownPadding rows{kernel, others, border};
  tir::buildBlock(kernel.builder(), kernel.loc(), "pad", makeSpatial(extents),
                  [&](OpBuilder &b, Location loc, ValueRange place) {
                    BlockMath math(b, loc);
                    SmallVector<Value> target(place);
                    target.back() = math.add(target.back(), before);
                    math.store(rows.load(math, place), kernel.output(), target);
                  });
}

/// What is in front of and behind the last axis.
void ShownPadding::buildEnds() const {
  SmallVector<OpFoldResult> extents = getExtents(kernel.output());
  int64_t before = width[width.size() - 2];
  extents.back() = kernel.builder().getIndexAttr(before + width.back());
  OpFoldResult size = getExtents(kernel.input(0)).back();
  tir::buildBlock(
      kernel.builder(), kernel.loc(), "ends", makeSpatial(extents),
      [&](OpBuilder &b, Location loc, ValueRange place) {
        BlockMath math(b, loc);
        SmallVector<Value> target(place);
        Value isBehind = math.isAtMost(math.constant(before), target.back());
        target.back() =
            math.add(target.back(),
                     math.choose(isBehind, math.value(size), math.constant(0)));
        math.store(load(math, target), kernel.output(), target);
      });
}

void ShownPadding::build() {
  ArrayRef<int64_t> last = width.take_back(2);
  if (!last.empty() && last[0] >= 0 && last[1] >= 0 && last[0] + last[1] > 0) {
    buildRows();
    return buildEnds();
  }
  (void)buildResult(kernel, "pad",
                    [&](OpBuilder &b, Location loc, ValueRange place) {
                      return load(BlockMath(b, loc), place);
                    });
}

static LogicalResult legalizePad(PadOp op, KernelBuilder &kernel) {
  ArrayRef<int64_t> width = op.getPadWidth();
  StringRef mode = op.getPadMode();
  if (mode != "constant") {
    auto type = cast<MemRefType>(kernel.input(0).getType());
    // A border of an axis without elements cannot be taken from anywhere.
    for (auto [axis, size] : llvm::enumerate(type.getShape()))
      if (size == 0 && (width[2 * axis] > 0 || width[2 * axis + 1] > 0))
        return kernel.notifyMatchFailure("mode \"" + mode +
                                         "\" repeats elements of axis " +
                                         Twine(axis) + ", which has none");
    for (size_t axis = 0; axis < type.getShape().size(); ++axis)
      if (width[2 * axis] > 0 || width[2 * axis + 1] > 0)
        assertReadable(kernel, kernel.input(0), axis,
                       "mode \"" + mode + "\" repeats elements of axis " +
                           Twine(axis) + ", which has none");
    ShownPadding{kernel, width,
                 mode == "replicate" ? getEdge
                 : mode == "reflect" ? getReflected
                                     : getCircular}
        .build();
    return success();
  }
  BorderPlacement placement;
  for (size_t axis = 0; axis < width.size(); axis += 2)
    placement.before.push_back(width[axis]);
  Value out = kernel.output();
  Value fill =
      constantScalar(kernel.builder(), kernel.loc(), getElementType(out),
                     op.getPadValue().convertToDouble());
  buildPadded(kernel.builder(), kernel.loc(), kernel.input(0), out, placement,
              fill);
  return success();
}

void populatePaddingLegalizations(LegalizationTable &table) {
  table.add(legalizePad);
}

} // namespace mlir::relax
