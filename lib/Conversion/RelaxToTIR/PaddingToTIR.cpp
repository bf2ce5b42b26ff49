// Padding of tensors as PrimFuncs.
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

/// Write each element of the result from the operand's element that it shows.
static void buildShown(KernelBuilder &kernel, ArrayRef<int64_t> width,
                       BorderIndex border) {
  Value in = kernel.input(0);
  SmallVector<OpFoldResult> extents =
      tir::getExtents(kernel.builder(), kernel.loc(), in);
  (void)buildResult(kernel, "pad",
                    [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
                      IndexMath math(b, loc);
                      SmallVector<Value> source(place);
                      for (auto [axis, extent] : llvm::enumerate(extents))
                        if (width[2 * axis] != 0 || width[2 * axis + 1] != 0)
                          source[axis] = border(
                              math, math.add(source[axis], -width[2 * axis]),
                              math.value(extent));
                      return memref::LoadOp::create(b, loc, in, source);
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
    buildShown(kernel, width,
               mode == "replicate" ? getEdge
               : mode == "reflect" ? getReflected
                                   : getCircular);
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
