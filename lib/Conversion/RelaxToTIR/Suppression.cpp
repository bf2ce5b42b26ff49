// Choosing the best of boxes, one after the other.
#include "Suppression.h"

#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::relax {

SmallVector<Value> at(ValueRange row, Value index) {
  SmallVector<Value> place(row);
  place.push_back(index);
  return place;
}

Suppression::Suppression(KernelBuilder &kernel, ArrayRef<OpFoldResult> rows,
                         OpFoldResult length, Type wide)
    : kernel(kernel), rows(rows), length(length), wide(wide) {
  OpBuilder &builder = kernel.builder();
  auto allocRows = [&](Type type, bool isLong) {
    SmallVector<OpFoldResult> extents(rows);
    if (isLong)
      extents.push_back(length);
    return tir::allocBuffer(builder, kernel.loc(), extents, type);
  };
  Type i64 = builder.getI64Type();
  scores = allocRows(wide, true);
  states = allocRows(i64, true);
  chosen = allocRows(i64, true);
  counts = allocRows(i64, false);
  best = allocRows(i64, false);
}

/// The first of the best boxes that wait; none is -1.
/// Linear in the boxes for each one that is chosen: in soft suppression each
/// choice changes the scores of those that wait, so that no order lasts.
void Suppression::findBest(BlockMath math, ValueRange row) const {
  math.store(math.constant(-1), best, row);
  math.loop(math.constant(0), math.value(length), [&](Value box) {
    Value isWaiting = math.isEqual(math.loadIndex(states, at(row, box)),
                                   math.constant(Waiting));
    math.when(isWaiting, [&] {
      Value known = math.loadIndex(best, row), zero = math.constant(0);
      Value isBetter =
          math.isLess(math.load(scores, at(row, math.max(known, zero))),
                      math.load(scores, at(row, box)));
      math.when(math.either(math.isLess(known, zero), isBetter),
                [&] { math.store(box, best, row); });
    });
  });
}

/// What an overlap does to the worse box: it is dropped, or loses score.
/// Soft-NMS with a Gauss function (Bodla and others, 2017): the score falls
/// with the overlap, and a box goes only below the threshold of scores. With
/// sigma 0 it is the classic one.
void Suppression::weaken(BlockMath math, ValueRange row, Value box, Value part,
                         Value isTooMuch) const {
  auto drop = [&] { math.store(math.constant(Dropped), states, at(row, box)); };
  auto decay = [&] {
    Value factor = math::ExpOp::create(
        math.getBuilder(), math.getLoc(),
        math.times(math.times(part, part),
                   math.number(-0.5 / sigma, part.getType())));
    Value score =
        math.times(math.load(scores, at(row, box)), math.cast(factor, wide));
    math.store(score, scores, at(row, box));
    math.when(math.isAtMost(score, math.number(lowest, wide)), drop);
  };
  if (sigma > 0)
    math.when(isTooMuch, drop, decay);
  else
    math.when(isTooMuch, drop);
}

/// What is asked of two boxes is asked only where both are there.
/// The two conditions are nested, as the overlap loads both boxes: `same` is
/// what lets most pairs out.
void Suppression::dropOverlapping(BlockMath math, ValueRange row, Value winner,
                                  const Comparison &boxes) const {
  math.loop(math.constant(0), math.value(length), [&](Value box) {
    Value isWaiting = math.isEqual(math.loadIndex(states, at(row, box)),
                                   math.constant(Waiting));
    math.when(isWaiting, [&] {
      math.when(boxes.same(math, row, winner, box), [&] {
        Value part = boxes.overlap(math, row, winner, box);
        weaken(math, row, box, part, boxes.exceeds(math, part));
      });
    });
  });
}

// The number that is chosen depends on the data, so the buffers are as long as
// they may need to be, and a count says how much of them holds.
void Suppression::choose(BlockMath math, ValueRange row, Value limit,
                         const Comparison &boxes) const {
  math.store(math.constant(0), counts, row);
  if (sigma == 0)
    return chooseInOrder(math, row, limit, boxes);
  math.loop(math.constant(0), limit, [&](Value) {
    findBest(math, row);
    Value winner = math.loadIndex(best, row);
    math.when(math.isAtMost(math.constant(0), winner), [&] {
      take(math, row, winner);
      dropOverlapping(math, row, winner, boxes);
    });
  });
}

void Suppression::take(BlockMath math, ValueRange row, Value box) const {
  Value count = math.loadIndex(counts, row);
  math.store(math.constant(Chosen), states, at(row, box));
  math.store(box, chosen, at(row, count));
  math.store(math.add(count, 1), counts, row);
}

/// Where scores stay, a box is chosen unless one that is chosen, and so is
/// better, drops it: it is compared with these alone.
void Suppression::chooseInOrder(BlockMath math, ValueRange row, Value limit,
                                const Comparison &boxes) const {
  auto count = [&] { return math.loadIndex(counts, row); };
  math.loop(math.constant(0), math.value(length), [&](Value place) {
    math.when(math.isLess(count(), limit), [&] {
      Value box = order ? math.loadIndex(order, at(row, place)) : place;
      auto isWaiting = [&] {
        return math.isEqual(math.loadIndex(states, at(row, box)),
                            math.constant(Waiting));
      };
      math.when(isWaiting(), [&] {
        math.loop(math.constant(0), count(), [&](Value number) {
          math.when(isWaiting(), [&] {
            Value winner = math.loadIndex(chosen, at(row, number));
            math.when(boxes.same(math, row, winner, box), [&] {
              Value part = boxes.overlap(math, row, winner, box);
              weaken(math, row, box, part, boxes.exceeds(math, part));
            });
          });
        });
        math.when(isWaiting(), [&] { take(math, row, box); });
      });
    });
  });
}

//===-- Overlap -----------------------------------------------------------===//

// Corners may be given in either order, which ONNX allows; each axis is put in
// order here.
Value getOverlap(BlockMath math, ArrayRef<Value> lhs, ArrayRef<Value> rhs) {
  Type type = lhs[0].getType();
  Value zero = math.zero(type), shared, areas[2];
  ArrayRef<Value> boxes[] = {lhs, rhs};
  for (int axis : {0, 1}) {
    Value low[2], high[2];
    for (auto [index, box] : llvm::enumerate(boxes)) {
      low[index] = math.lesser(box[axis], box[axis + 2]);
      high[index] = math.greater(box[axis], box[axis + 2]);
      Value side = math.minus(high[index], low[index]);
      areas[index] = areas[index] ? math.times(areas[index], side) : side;
    }
    Value side = math.greater(
        math.minus(math.lesser(high[0], high[1]), math.greater(low[0], low[1])),
        zero);
    shared = shared ? math.times(shared, side) : side;
  }
  // Boxes without area overlap with nothing, instead of 0 / 0 which is NaN and
  // compares as no overlap by chance only.
  Value whole = math.minus(math.plus(areas[0], areas[1]), shared);
  Value isEmpty = math.isAtMost(whole, zero);
  return math.choose(
      isEmpty, zero,
      math.over(shared, math.choose(isEmpty, math.one(type), whole)));
}

SmallVector<Value> loadBox(BlockMath math, Value data, ValueRange place,
                           int64_t start, Type wide) {
  SmallVector<Value> box;
  for (int64_t entry = 0; entry < 4; ++entry)
    box.push_back(
        math.loadAs(wide, data, at(place, math.constant(start + entry))));
  return box;
}

// A NaN as a score would be the best or the worst, depending on the
// comparison. It is the worst.
Value loadScore(BlockMath math, Value data, ValueRange place, Type wide) {
  Value score = math.loadAs(wide, data, place);
  return math.choose(math.isEqual(score, score), score,
                     lowestOf(math.getBuilder(), math.getLoc(), wide));
}

} // namespace mlir::relax
