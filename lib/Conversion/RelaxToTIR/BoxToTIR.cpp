// Lowers what makes and selects boxes of object detection.
#include "BlockMath.h"
#include "Elementwise.h"

#include "Relax/Dialect/Relax/IR/VisionOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

// TVM's vision operators keep invalid boxes as rows of -1, so that shapes do
// not depend on data.
namespace mlir::relax {

//===-- Valid boxes -------------------------------------------------------===//

/// Whether the box counts; NaN as a score does not.
/// A comparison with NaN is false, so isLess(threshold, score) rejects it.
static Value isValid(BlockMath math, GetValidCountsOp op, Value data, Value row,
                     Value box) {
  auto load = [&](int64_t entry) {
    return math.load(data, {row, box, math.constant(entry)});
  };
  Value score = load(op.getScoreIndex());
  Type type = score.getType();
  Value isIn = math.isLess(
      math.number(op.getScoreThreshold().convertToDouble(), type), score);
  if (int64_t(op.getIdIndex()) < 0)
    return isIn;
  return math.both(isIn, math.isAtMost(math.zero(type), load(op.getIdIndex())));
}

// Entries are read by constant index; one that is out of the row would read
// the next box.
static LogicalResult verifyEntries(GetValidCountsOp op, KernelBuilder &kernel) {
  int64_t width = cast<MemRefType>(kernel.input(0).getType()).getDimSize(2);
  int64_t score = op.getScoreIndex(), id = op.getIdIndex();
  if (!ShapedType::isDynamic(width) && std::max(score, id) < width &&
      score >= 0)
    return success();
  return kernel.notifyMatchFailure(
      "expected 'score_index' and 'id_index' to be entries of a row, but "
      "found " +
      Twine(score) + " and " + Twine(id));
}

/// The boxes of a batch move one after the other; the count says where to.
/// Compaction has an order: box i goes to the slot that the count says after i
/// - 1. So the block is parallel over the batch only.
static LogicalResult legalizeGetValidCounts(GetValidCountsOp op,
                                            KernelBuilder &kernel) {
  if (failed(verifyEntries(op, kernel)))
    return failure();
  Value data = kernel.input(0), counts = kernel.output(0),
        out = kernel.output(1), indices = kernel.output(2);
  OpBuilder &builder = kernel.builder();
  SmallVector<OpFoldResult> extents =
      tir::getExtents(builder, kernel.loc(), data);
  auto missing = [](OpBuilder &b, Location loc, ValueRange) {
    return constantScalar(b, loc, b.getF32Type(), -1);
  };
  // Both results are filled with -1 first, as rows behind the count stay.
  (void)buildResult(kernel, "missing", missing, 1);
  (void)buildResult(kernel, "missing", missing, 2);
  tir::buildBlock(builder, kernel.loc(), "valid", tir::Iter{extents[0]},
                  [&](OpBuilder &b, Location loc, ValueRange row) {
                    BlockMath math(b, loc);
                    Value zero = math.constant(0);
                    math.store(zero, counts, row);
                    math.loop(zero, math.value(extents[1]), [&](Value box) {
                      math.when(isValid(math, op, data, row[0], box), [&] {
                        Value slot = math.loadIndex(counts, row);
                        math.loop(
                            zero, math.value(extents[2]), [&](Value entry) {
                              math.store(math.load(data, {row[0], box, entry}),
                                         out, {row[0], slot, entry});
                            });
                        math.store(box, indices, {row[0], slot});
                        math.store(math.add(slot, 1), counts, row);
                      });
                    });
                  });
  return success();
}

//===-- Boxes from offsets ------------------------------------------------===//

/// One corner's coordinate: the anchor's middle, moved, and half of its size,
/// stretched, before or behind it.
/// SSD's decoding: anchor centre and size, offsets scaled by the variances, exp
/// for the size (Liu et al., 2016).
static Value getCorner(BlockMath math, MultiboxTransformLocOp op,
                       KernelBuilder &kernel, ValueRange box, bool isVertical,
                       bool isEnd, Type wide) {
  auto offset = [&](int64_t entry) {
    Value at = math.add(math.mul(box[1], 4), entry);
    Value x = math.loadAs(wide, kernel.input(1), {box[0], at});
    return math.times(x, math.number(op.getVariances()[entry], wide));
  };
  auto anchor = [&](int64_t entry) {
    return math.loadAs(wide, kernel.input(2),
                       {math.constant(0), box[1], math.constant(entry)});
  };
  Value low = anchor(isVertical), high = anchor(isVertical + 2);
  Value half = math.number(0.5, wide), size = math.minus(high, low);
  Value middle = math.times(math.plus(low, high), half);
  middle = math.plus(math.times(offset(isVertical), size), middle);
  Value stretch = math::ExpOp::create(math.getBuilder(), math.getLoc(),
                                      offset(isVertical + 2));
  Value reach = math.times(math.times(stretch, size), half);
  Value corner = isEnd ? math.plus(middle, reach) : math.minus(middle, reach);
  // clip keeps boxes inside of the image, in relative coordinates.
  return op.getClip() ? math.lesser(math.greater(corner, math.zero(wide)),
                                    math.one(wide))
                      : corner;
}

static void buildBoxes(MultiboxTransformLocOp op, KernelBuilder &kernel) {
  Value out = kernel.output(0);
  SmallVector<OpFoldResult> extents =
      tir::getExtents(kernel.builder(), kernel.loc(), out);
  Type wide = getAccumulatorType(getElementType(out));
  tir::buildBlock(kernel.builder(), kernel.loc(), "boxes",
                  {tir::Iter{extents[0]}, tir::Iter{extents[1]}},
                  [&](OpBuilder &b, Location loc, ValueRange box) {
                    BlockMath math(b, loc);
                    for (int64_t entry = 0; entry < 4; ++entry)
                      math.store(getCorner(math, op, kernel, box, entry % 2,
                                           entry > 1, wide),
                                 out, {box[0], box[1], math.constant(entry)});
                  });
}

static LogicalResult legalizeMultibox(MultiboxTransformLocOp op,
                                      KernelBuilder &kernel) {
  buildBoxes(op, kernel);
  return buildResult(
      kernel, "scores",
      [&](OpBuilder &b, Location loc, ValueRange at) {
        BlockMath math(b, loc);
        Value score = math.load(kernel.input(0), at);
        Type type = score.getType();
        Value isOut = math.isLess(
            score, math.number(op.getThreshold().convertToDouble(), type));
        // Class 0 is the background.
        if (!op.getKeepBackground())
          isOut = math.either(isOut, math.isEqual(at[1], math.constant(0)));
        return math.choose(isOut, math.zero(type), score);
      },
      1);
}

void populateBoxLegalizations(LegalizationTable &table) {
  table.add(legalizeGetValidCounts);
  table.add(legalizeMultibox);
}

} // namespace mlir::relax
