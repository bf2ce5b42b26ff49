// Padding of tensors as PrimFuncs.
#include "Elementwise.h"
#include "IndexMath.h"
#include "Padding.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::relax {

/// How many elements of an axis a copy from `in` to `out` takes, where the
/// first lands at `before`, or is left away if that is negative.
/// Negative padding crops: fewer elements are copied, from a later place.
static OpFoldResult getCopied(IndexMath math, OpFoldResult in, OpFoldResult out,
                              int64_t before) {
  std::optional<int64_t> from = getConstantIntValue(in);
  std::optional<int64_t> to = getConstantIntValue(out);
  Value left = math.add(math.value(in), std::min<int64_t>(before, 0));
  Value room = math.add(math.value(out), -std::max<int64_t>(before, 0));
  if (from && to)
    return math.toExtent(math.constant(
        std::max<int64_t>(0, std::min(*from + std::min<int64_t>(before, 0),
                                      *to - std::max<int64_t>(before, 0)))));
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
  for (auto [axis, width] : llvm::enumerate(placement.before))
    iters.push_back({placement.fits
                         ? from[axis]
                         : getCopied(math, from[axis], to[axis], width),
                     tir::IterKind::Spatial});
  tir::buildBlock(
      builder, loc, "pad", iters,
      [&](OpBuilder &b, Location loc, ValueRange place) {
        IndexMath math(b, loc);
        SmallVector<Value> source(place), target(place);
        for (auto [axis, width] : llvm::enumerate(placement.before)) {
          if (!placement.spread.empty())
            target[axis] = math.mul(target[axis], placement.spread[axis]);
          Value &moved = width < 0 ? source[axis] : target[axis];
          if (width != 0)
            moved = math.add(moved, std::abs(width));
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
