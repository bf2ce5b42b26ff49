// The order of elements along an axis, by keys: numbers without a sign that
// stand in the wanted order. Long rows are sorted digit by digit, short ones by
// counting what stands in front of each element, and the first few of many by a
// heap; on a GPU, where a thread would do a row with counters in its local
// memory, ranks of all elements are computed at once.
// None of these compares elements twice in one place, so that a NaN, which is
// less than nothing and nothing is less than it, loses no element.
#include "Sorting.h"

#include "Elementwise.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "SortedRow.h"

namespace mlir::relax {

// Digits of long rows have 8 bits: 256 counters are 2 KiB, and stay in the
// nearest cache beside the elements. Counters of shorter rows would take more
// memory than these; with 4 bits they take a sixteenth, and 2000 rows of 64 f32
// 1.5 times as long.
static constexpr int64_t kLongRow = 256;

// Comparing each element with each takes less time than going over all counters
// for each digit up to about so many.
static constexpr int64_t kShortRow = 32;

// A row of unknown length counts as one of so many elements.
static constexpr int64_t kUsualRow = 4096;

// So many elements are compared at once with the last place of a heap: one
// vector of f32 with 512 bits, or two with 256.
static constexpr int64_t kChunk = 16;

namespace {

/// The places of the `k` elements that are first in order, of those seen so
/// far: the last of them is the first of the heap.
struct PlaceHeap : SortedRow {
  Value heap, cursor, k;
  unsigned numLevels;

  Value isBehind(Value lhs, Value rhs) const;
  void sink(Value parent, Value size, unsigned levels) const;
  void enter(Value place) const;
  Value mayEnter(Value begin) const;
  void select() const;
};

} // namespace

IntegerType getKeyType(Type element) {
  unsigned bits = std::max(8U, element.getIntOrFloatBitWidth());
  // Floats of 8 bits have five encodings; f32 holds all of them.
  if (isa<FloatType>(element) && bits == 8)
    bits = 32;
  return IntegerType::get(element.getContext(), bits);
}

/// The element as a number without a sign, whose order is the wanted one.
Value SortedRow::getKey(Value place) const {
  OpBuilder &b = math.getBuilder();
  Location loc = math.getLoc();
  Value element = math.load(sorted.data, at(place));
  Type type = element.getType();
  IntegerType keyType = getKeyType(type);
  Value all = allBitsOf(b, loc, keyType), key;
  Value sign = arith::ConstantOp::create(
      b, loc,
      b.getIntegerAttr(keyType, APInt::getSignMask(keyType.getWidth())));
  if (isa<FloatType>(type)) {
    if (type.getIntOrFloatBitWidth() == 8)
      element = math.cast(element, b.getF32Type());
    Value zero = math.zero(element.getType());
    // Both zeros are one number.
    Value number = math.choose(math.isEqual(element, zero), zero, element);
    Value bits = arith::BitcastOp::create(b, loc, keyType, number);
    // IEEE 754 stores sign and magnitude: of negative numbers all bits turn.
    Value shift = arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(keyType, keyType.getWidth() - 1));
    Value signs = arith::ShRSIOp::create(b, loc, bits, shift);
    Value mask = arith::OrIOp::create(b, loc, signs, sign);
    key = arith::XOrIOp::create(b, loc, bits, mask);
    key = math.choose(math.isUnequal(element, element), all, key);
  } else {
    key = math.cast(element, keyType);
    if (!isUnsigned(type))
      key = arith::XOrIOp::create(b, loc, key, sign);
  }
  return sorted.descending ? arith::XOrIOp::create(b, loc, key, all) : key;
}

Value SortedRow::getDigit(Value place, unsigned shift,
                          int64_t numDigits) const {
  OpBuilder &b = math.getBuilder();
  Location loc = math.getLoc();
  Value key = getKey(place);
  auto number = [&](int64_t value) {
    return arith::ConstantOp::create(b, loc,
                                     b.getIntegerAttr(key.getType(), value));
  };
  if (shift != 0)
    key = arith::ShRUIOp::create(b, loc, key, number(shift));
  if (key.getType().getIntOrFloatBitWidth() > llvm::Log2_64(numDigits))
    key = arith::AndIOp::create(b, loc, key, number(numDigits - 1));
  return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), key);
}

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

/// The place of an element in the order is the number of those in front of it.
void SortedRow::sortByCounting(Value order, Value count) const {
  Value zero = math.constant(0), one = math.constant(1);
  math.loop(zero, length, [&](Value place) {
    Value key = getKey(place);
    set(count, zero, zero);
    auto countIf = [&](arith::CmpIPredicate predicate, Value other) {
      Value isFirst = isBefore(predicate, getKey(other), key);
      set(count, zero,
          math.add(at(count, zero), math.choose(isFirst, one, zero)));
    };
    // Equal elements keep their order.
    math.loop(zero, place,
              [&](Value other) { countIf(arith::CmpIPredicate::ule, other); });
    math.loop(math.add(place, 1), length,
              [&](Value other) { countIf(arith::CmpIPredicate::ult, other); });
    set(order, at(count, zero), place);
  });
}

/// Puts places, in the order of their lower digits so far, or all places where
/// there is no such order yet, in the order of one more digit.
void SortedRow::sortByDigit(Value from, Value to, Value counts,
                            unsigned shift) const {
  auto type = cast<MemRefType>(counts.getType());
  int64_t size = type.getDimSize(sorted.axis);
  Value zero = math.constant(0), numDigits = math.constant(size);
  math.loop(zero, numDigits, [&](Value value) { set(counts, value, zero); });
  auto advance = [&](Value value) {
    Value count = at(counts, value);
    set(counts, value, math.add(count, 1));
    return count;
  };
  math.loop(zero, length,
            [&](Value place) { advance(getDigit(place, shift, size)); });
  // From how many there are of each digit to where the first of them goes: the
  // number of all that are less, from the last digit to the first.
  math.loop(zero, numDigits, [&](Value value) {
    Value last = math.sub(math.constant(size - 1), value);
    Value behind = math.choose(
        math.isEqual(value, zero), length,
        at(counts, math.min(math.add(last, 1), math.constant(size - 1))));
    set(counts, last, math.sub(behind, at(counts, last)));
  });
  math.loop(zero, length, [&](Value index) {
    Value place = from ? at(from, index) : index;
    set(to, advance(getDigit(place, shift, size)), place);
  });
}

namespace {
/// The buffers and the loop over rows of a kernel that sorts.
class SortBuilder {
public:
  SortBuilder(KernelBuilder &kernel, const SortedAxis &sorted)
      : builder(kernel.builder()), loc(kernel.loc()), sorted(sorted),
        extents(tir::getExtents(builder, loc, sorted.data)) {}

  std::optional<int64_t> getConstantLength() const {
    return getConstantIntValue(extents[sorted.axis]);
  }
  /// Places of each row, all of them or `size`.
  Value makePlaces(std::optional<int64_t> size = std::nullopt) {
    SmallVector<OpFoldResult> sizes = extents;
    if (size)
      sizes[sorted.axis] = builder.getIndexAttr(*size);
    return tir::allocBuffer(builder, loc, sizes, builder.getI64Type());
  }
  void forEachRow(llvm::function_ref<void(const SortedRow &)> sort);

private:
  OpBuilder &builder;
  Location loc;
  const SortedAxis &sorted;
  SmallVector<OpFoldResult> extents;
};
} // namespace

void SortBuilder::forEachRow(llvm::function_ref<void(const SortedRow &)> sort) {
  Value length = IndexMath(builder, loc).value(extents[sorted.axis]);
  SmallVector<tir::Iter> iters;
  for (auto [index, extent] : llvm::enumerate(extents))
    if (int64_t(index) != sorted.axis)
      iters.push_back({extent, tir::IterKind::Spatial});
  tir::buildBlock(builder, loc, "sort", iters,
                  [&](OpBuilder &b, Location loc, ValueRange row) {
                    sort({BlockMath(b, loc), sorted, row, length});
                  });
}

Value buildOrder(KernelBuilder &kernel, const SortedAxis &sorted) {
  if (sorted.isForGPU)
    return buildOrderByRanks(kernel, sorted);
  SortBuilder sort(kernel, sorted);
  Value order = sort.makePlaces();
  if (sort.getConstantLength().value_or(kShortRow + 1) <= kShortRow) {
    Value count = sort.makePlaces(1);
    sort.forEachRow(
        [&](const SortedRow &row) { row.sortByCounting(order, count); });
    return order;
  }
  bool isLong = sort.getConstantLength().value_or(kLongRow) >= kLongRow;
  unsigned digitBits = isLong ? 8 : 4;
  Value counts = sort.makePlaces(int64_t(1) << digitBits);
  Type element = cast<MemRefType>(sorted.data.getType()).getElementType();
  unsigned numDigits = getKeyType(element).getWidth() / digitBits;
  // The last digit goes to `order`, and each other one to the buffer that the
  // next one does not write.
  Value spare = numDigits > 1 ? sort.makePlaces() : Value();
  sort.forEachRow([&](const SortedRow &row) {
    Value from;
    for (unsigned digit = 0; digit != numDigits; ++digit) {
      Value to = (numDigits - digit) % 2 == 1 ? order : spare;
      row.sortByDigit(from, to, counts, digit * digitBits);
      from = to;
    }
  });
  return order;
}

//===----------------------------------------------------------------------===//
// The first elements
//===----------------------------------------------------------------------===//

Value PlaceHeap::isBehind(Value lhs, Value rhs) const {
  Value left = getKey(lhs), right = getKey(rhs);
  return math.either(
      isBefore(arith::CmpIPredicate::ult, right, left),
      math.both(math.isEqual(left, right), math.isLess(rhs, lhs)));
}

/// Exchanges a place with one below it as long as that is behind it: one
/// condition inside of another for each level, since a loop would have to keep
/// in memory where it is.
void PlaceHeap::sink(Value parent, Value size, unsigned levels) const {
  if (levels == 0)
    return;
  Value left = math.add(math.mul(parent, 2), 1);
  math.when(math.isLess(left, size), [&] {
    Value right = math.min(math.add(left, 1), math.add(size, -1));
    Value child =
        math.choose(isBehind(at(heap, right), at(heap, left)), right, left);
    Value above = at(heap, parent), below = at(heap, child);
    math.when(isBehind(below, above), [&] {
      set(heap, parent, below);
      set(heap, child, above);
      sink(child, size, levels - 1);
    });
  });
}

/// Takes a place into the heap if it is in front of the last one there. One
/// that is equal comes later, and so stays out.
void PlaceHeap::enter(Value place) const {
  Value zero = math.constant(0);
  Value enters = isBefore(arith::CmpIPredicate::ult, getKey(place),
                          getKey(at(heap, zero)));
  math.when(enters, [&] {
    set(heap, zero, place);
    sink(zero, k, numLevels);
  });
}

/// False only if no element of a chunk enters. Few do of many, and this is a
/// comparison of vectors; keys are not needed where it may say too much.
Value PlaceHeap::mayEnter(Value begin) const {
  Value last = math.load(sorted.data, at(at(heap, math.constant(0))));
  // A comparison with NaN is true.
  auto floats =
      sorted.descending ? arith::CmpFPredicate::UGT : arith::CmpFPredicate::ULT;
  auto integers =
      sorted.descending ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::slt;
  Value any;
  for (int64_t lane = 0; lane != kChunk; ++lane) {
    Value element = math.load(sorted.data, at(math.add(begin, lane)));
    Value enters = compareScalar(math.getBuilder(), math.getLoc(), floats,
                                 integers, element, last);
    any = any ? math.either(any, enters) : enters;
  }
  return any;
}

void PlaceHeap::select() const {
  Value zero = math.constant(0), one = math.constant(1);
  Value last = math.sub(k, one);
  math.loop(zero, k, [&](Value place) { set(heap, place, place); });
  math.loop(zero, k,
            [&](Value place) { sink(math.sub(last, place), k, numLevels); });
  Value numChunks = math.ceilDiv(math.sub(length, k), math.constant(kChunk));
  math.loop(zero, numChunks, [&](Value chunk) {
    Value begin = math.add(math.mul(chunk, kChunk), k);
    Value end = math.min(math.add(begin, kChunk), length);
    set(cursor, zero, one);
    Value isWhole = math.isAtMost(math.add(begin, kChunk), length);
    math.when(isWhole, [&] {
      set(cursor, zero, math.choose(mayEnter(begin), one, zero));
    });
    math.when(math.isEqual(at(cursor, zero), one), [&] {
      math.loop(begin, end, [&](Value place) { enter(place); });
    });
  });
  // The last of all goes to the end, and the heap has one place less.
  math.loop(zero, last, [&](Value done) {
    Value end = math.sub(last, done);
    Value behind = at(heap, zero);
    set(heap, zero, at(heap, end));
    set(heap, end, behind);
    sink(zero, end, numLevels);
  });
}

// Some k * ln(n / k) elements enter a heap, and each takes about as long for a
// level as two elements take to be sorted (f32, 256 rows of 4096: the heap
// takes 0.14 of the time for k = 16, and 5 times as long for 1024).
static bool suitsHeap(int64_t k, int64_t length) {
  return k <= length && int64_t(llvm::Log2_64(k)) <= length / k / 4;
}

Value buildTopK(KernelBuilder &kernel, const SortedAxis &sorted, int64_t k) {
  SortBuilder sort(kernel, sorted);
  if (k < 1 || sorted.isForGPU ||
      !suitsHeap(k, sort.getConstantLength().value_or(kUsualRow)))
    return buildOrder(kernel, sorted);
  Value heap = sort.makePlaces(k), cursor = sort.makePlaces(1);
  sort.forEachRow([&](const SortedRow &row) {
    PlaceHeap{row, heap, cursor, row.math.constant(k), llvm::Log2_64(k)}
        .select();
  });
  return heap;
}

} // namespace mlir::relax
