// The order of elements along an axis by many threads: the place of each is the
// number of those in front of it. A row that is not too long is compared each
// with each; a longer one in runs, which are merged then: a search in another
// run finds how many of it are in front.
#include "SortedRow.h"

#include "Elementwise.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax {

// All elements of a row are compared at once: of 2048 f32, 4 million
// comparisons by many threads against 16 thousand accesses one after the other
// by one, each of which takes as long as some hundred comparisons of a warp.
static constexpr int64_t kCountedRow = 2048;

// Longer rows are counted in runs of so many elements, 16 of which are merged
// at a time: pairs would take four kernels in place of one.
static constexpr int64_t kRun = 256, kMergedRuns = 16;

// Where rows have so many elements together that instructions decide, and not
// how many kernels follow each other, runs are as short as one thread counts
// for itself: of 4096 rows of 1024 f32 an element takes 4,000 instructions, and
// 40,000 by 256 threads that share its comparisons.
static constexpr int64_t kManyElements = 1 << 17, kShortRun = 8;

// A row of unknown length is merged to runs of up to so many elements before
// all that there are: 16 of these are a million elements.
static constexpr int64_t kLongRun = 65536;

namespace {

/// The kernels that order rows. A run of no size is a whole row.
class RankSort {
public:
  using RunSize = std::optional<int64_t>;

  RankSort(KernelBuilder &kernel, const SortedAxis &sorted)
      : builder(kernel.builder()), loc(kernel.loc()), sorted(sorted),
        extents(tir::getExtents(builder, loc, sorted.data)) {}

  OpFoldResult getLength() const { return extents[sorted.axis]; }
  bool hasMany() const;
  Value countRuns(RunSize run);
  Value mergeRuns(Value order, int64_t run, RunSize merged);

private:
  using Count =
      llvm::function_ref<Value(const SortedRow &, Value along, Value step)>;
  using RowBody = llvm::function_ref<void(const SortedRow &, Value along)>;

  void inRow(OpBuilder &b, Location loc, ValueRange at, RowBody body) const;
  Value placeByRanks(StringRef label, OpFoldResult steps, RunSize run,
                     Value from, Count count);

  OpBuilder &builder;
  Location loc;
  const SortedAxis &sorted;
  SmallVector<OpFoldResult> extents;
};

} // namespace

/// Where the run begins that an element is in.
static Value getBegin(const IndexMath &math, Value along,
                      RankSort::RunSize run) {
  if (!run)
    return math.constant(0);
  return math.mul(math.div(along, math.constant(*run)), *run);
}

/// Whether the element at `other` stands in front of one with this key. Equal
/// elements keep their order.
static Value isInFront(const SortedRow &row, Value other, Value key,
                       Value isEarlier) {
  Value otherKey = row.getKey(other);
  return row.math.choose(
      isEarlier, row.isBefore(arith::CmpIPredicate::ule, otherKey, key),
      row.isBefore(arith::CmpIPredicate::ult, otherKey, key));
}

/// How many elements of a run, whose places are in order from `begin` on, stand
/// in front of the one at `place`. The last run of a row may be shorter.
static Value countInRun(const SortedRow &row, Value places, Value begin,
                        Value place, int64_t size) {
  const BlockMath &math = row.math;
  Value key = row.getKey(place), isEarlier = math.isAtMost(begin, place);
  Value last = math.min(math.add(begin, size - 1), math.add(row.length, -1));
  Value count = math.constant(0);
  // A search without branches: a step takes in half as many as the one before,
  // if the last of them is in front. Of a run behind the row nothing is, and
  // what is loaded for it does not count.
  for (int64_t step = size; step != 0; step /= 2) {
    Value next = math.add(count, step);
    Value end = math.add(math.add(begin, next), -1);
    Value other = row.at(places, math.min(end, last));
    Value takes = math.both(isInFront(row, other, key, isEarlier),
                            math.isAtMost(end, last));
    count = math.choose(takes, next, count);
  }
  return count;
}

void RankSort::inRow(OpBuilder &b, Location loc, ValueRange at,
                     RowBody body) const {
  SmallVector<Value> place = dropAxis(at, sorted.axis);
  Value length = IndexMath(builder, loc).value(getLength());
  body({BlockMath(b, loc), sorted, place, length}, at[sorted.axis]);
}

// The place of each element in its run is the number of those in front of it
// there: sums over `steps`, which threads share, and then a store for each
// element. `from` has the places in an order so far, if there is one.
Value RankSort::placeByRanks(StringRef label, OpFoldResult steps, RunSize run,
                             Value from, Count count) {
  Type type = builder.getI64Type();
  Value ranks = tir::allocBuffer(builder, loc, extents, type);
  Value order = tir::allocBuffer(builder, loc, extents, type);
  tir::buildReduceBlock(
      builder, loc, label, extents, steps, zeroOf(builder, loc, type),
      [&](OpBuilder &b, Location loc, ValueRange at, ValueRange step,
          Value rank) {
        inRow(b, loc, at, [&](const SortedRow &row, Value along) {
          Value more = row.math.cast(count(row, along, step[0]), type);
          rank = row.math.plus(rank, more);
        });
        return rank;
      },
      ranks);
  tir::buildBlock(builder, loc, "order", makeSpatial(extents),
                  [&](OpBuilder &b, Location loc, ValueRange at) {
                    inRow(b, loc, at, [&](const SortedRow &row, Value along) {
                      Value rank = row.math.add(getBegin(row.math, along, run),
                                                row.at(ranks, along));
                      row.set(order, rank, from ? row.at(from, along) : along);
                    });
                  });
  return order;
}

// Each run in order, by comparing each of its elements with each.
Value RankSort::countRuns(RunSize run) {
  OpFoldResult steps = run ? builder.getIndexAttr(*run) : getLength();
  return placeByRanks(
      "rank", steps, run, Value(),
      [&](const SortedRow &row, Value along, Value step) {
        const BlockMath &math = row.math;
        Value key = row.getKey(along), last = math.add(row.length, -1);
        Value other = math.add(getBegin(math, along, run), step);
        Value isEarlier = math.isLess(other, along);
        if (!run)
          return isInFront(row, other, key, isEarlier);
        // The last run may be shorter.
        return math.both(isInFront(row, math.min(other, last), key, isEarlier),
                         math.isAtMost(other, last));
      });
}

// Runs of `merged` elements in order, from such of `run` elements.
Value RankSort::mergeRuns(Value order, int64_t run, RunSize merged) {
  IndexMath sizes(builder, loc);
  OpFoldResult numRuns = sizes.toExtent(
      sizes.ceilDiv(merged ? sizes.constant(*merged) : sizes.value(getLength()),
                    sizes.constant(run)));
  return placeByRanks(
      "merge", numRuns, merged, order,
      [&](const SortedRow &row, Value along, Value step) {
        const BlockMath &math = row.math;
        Value begin =
            math.add(getBegin(math, along, merged), math.mul(step, run));
        Value own = getBegin(math, along, run);
        // Its own run has the element at its place already.
        return math.choose(
            math.isEqual(begin, own), math.sub(along, own),
            countInRun(row, order, begin, row.at(order, along), run));
      });
}

bool RankSort::hasMany() const {
  std::optional<int64_t> length = getConstantIntValue(getLength());
  uint64_t count = 1;
  for (OpFoldResult extent : extents)
    count = llvm::SaturatingMultiply<uint64_t>(
        count, getConstantIntValue(extent).value_or(0));
  return length && *length > 2 * kShortRun && count >= kManyElements;
}

Value buildOrderByRanks(KernelBuilder &kernel, const SortedAxis &sorted) {
  RankSort sort(kernel, sorted);
  std::optional<int64_t> length = getConstantIntValue(sort.getLength());
  bool hasMany = sort.hasMany();
  if (length && *length <= kCountedRow && !hasMany)
    return sort.countRuns(std::nullopt);
  int64_t run = hasMany ? kShortRun : kRun;
  int64_t numRuns = hasMany ? kShortRun : kMergedRuns;
  int64_t limit = length.value_or(kLongRun * kMergedRuns);
  Value order = sort.countRuns(run);
  for (; run * numRuns < limit; run *= numRuns)
    order = sort.mergeRuns(order, run, run * numRuns);
  return sort.mergeRuns(order, run, std::nullopt);
}

} // namespace mlir::relax
