// The order of elements along an axis, by merging: runs of 1, 2, 4, ... places
// become runs of twice the length.
#include "Sorting.h"

#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::relax {

// NaN behind all numbers, whatever < says of it: a comparison that is no order
// would make merging lose elements.
Value standsBefore(BlockMath math, Value lhs, Value rhs) {
  Value isLess = math.isLess(lhs, rhs);
  if (!isa<FloatType>(lhs.getType()))
    return isLess;
  Value isLast = math.both(math.isUnequal(rhs, rhs), math.isEqual(lhs, lhs));
  return math.either(isLess, isLast);
}

// Loops in a block carry no values, so cursors live in memory.
namespace {
/// The sorting of one row, in a block.
struct RowSort {
  BlockMath math;
  /// The elements, their order so far, and room for the next one.
  Value data, order, spare;
  /// Which places of both runs come next.
  Value cursors;
  ValueRange row;
  int64_t axis;
  Value length;
  bool descending;

  SmallVector<Value> at(Value along) const {
    return insertAxis(row, axis, along);
  }
  Value getElement(Value place) const { return math.load(data, at(place)); }
  void sort() const;
  void mergeOne(Value target, Value width) const;
};
} // namespace

/// Write place `target` of the next order, which has runs of `2 * width`.
void RowSort::mergeOne(Value target, Value width) const {
  Value zero = math.constant(0), one = math.constant(1);
  Value twice = math.mul(width, 2);
  Value offset = math.rem(target, twice);
  Value start = math.sub(target, offset);
  // The last run of a pass may be short or missing.
  Value middle = math.min(math.add(start, width), length);
  Value end = math.min(math.add(start, twice), length);
  math.when(math.isEqual(offset, zero), [&] {
    math.store(start, cursors, at(zero));
    math.store(middle, cursors, at(one));
  });
  Value left = math.loadIndex(cursors, at(zero));
  Value right = math.loadIndex(cursors, at(one));
  // Reads are clamped: an exhausted run is still loaded from, and not taken.
  Value last = math.sub(length, one);
  Value leftPlace = math.loadIndex(order, at(math.min(left, last)));
  Value rightPlace = math.loadIndex(order, at(math.min(right, last)));
  Value leftElement = getElement(leftPlace);
  Value rightElement = getElement(rightPlace);
  // Equal elements take the left one: that keeps the sort stable.
  Value isBefore = descending ? standsBefore(math, leftElement, rightElement)
                              : standsBefore(math, rightElement, leftElement);
  Value takesRight =
      math.both(math.isLess(right, end),
                math.either(math.isAtMost(middle, left), isBefore));
  math.store(math.choose(takesRight, rightPlace, leftPlace), spare, at(target));
  math.store(math.choose(takesRight, left, math.add(left, one)), cursors,
             at(zero));
  math.store(math.choose(takesRight, math.add(right, one), right), cursors,
             at(one));
}

void RowSort::sort() const {
  OpBuilder &b = math.getBuilder();
  Location loc = math.getLoc();
  Value zero = math.constant(0);
  math.loop(zero, length,
            [&](Value place) { math.store(place, order, at(place)); });
  // As many passes as the bits of the last place.
  // 64 - clz(length - 1) doublings until one run covers all; 0 for length 1.
  Value last = math.cast(math.add(length, -1), b.getI64Type());
  Value unused = math.cast(math::CountLeadingZerosOp::create(b, loc, last),
                           b.getIndexType());
  math.loop(zero, math.sub(math.constant(64), unused), [&](Value pass) {
    Value width = arith::ShLIOp::create(b, loc, math.constant(1), pass);
    math.loop(zero, length, [&](Value target) { mergeOne(target, width); });
    // Back into `order`, instead of exchanging roles: which buffer has the
    // result would depend on the number of passes.
    math.loop(zero, length, [&](Value place) {
      math.store(math.load(spare, at(place)), order, at(place));
    });
  });
}

Value buildOrder(KernelBuilder &kernel, Value data, int64_t axis,
                 bool descending) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  SmallVector<OpFoldResult> extents = tir::getExtents(builder, loc, data);
  Value length = IndexMath(builder, loc).value(extents[axis]);
  Type i64 = builder.getI64Type();
  Value order = tir::allocBuffer(builder, loc, extents, i64);
  Value spare = tir::allocBuffer(builder, loc, extents, i64);
  // Two cursors for each row, in a buffer with the axis cut to 2.
  SmallVector<OpFoldResult> two = extents;
  two[axis] = builder.getIndexAttr(2);
  Value cursors = tir::allocBuffer(builder, loc, two, i64);
  SmallVector<tir::Iter> iters;
  for (auto [index, extent] : llvm::enumerate(extents))
    if (int64_t(index) != axis)
      iters.push_back({extent, tir::IterKind::Spatial});
  tir::buildBlock(builder, loc, "sort", iters,
                  [&](OpBuilder &b, Location loc, ValueRange row) {
                    RowSort{BlockMath(b, loc), data, order, spare,
                            cursors,           row,  axis,  length,
                            descending}
                        .sort();
                  });
  return order;
}

} // namespace mlir::relax
