// The order of elements along an axis by many threads: the place of each is the
// number of those in front of it. A row that a block of threads has room for is
// compared each with each; the schedule of a GPU sorts it in shared memory
// instead (`transform.tir.bind_sort`). A longer one is sorted in runs, which
// are merged then: a search in another run finds how many of it are in front.
#include "SortedRow.h"

#include "Elementwise.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax {

// Keys and places of a row are in 48 KiB of shared memory; 512 threads have 8
// elements each.
static constexpr int64_t kBlockRow = 4096, kMaxKeyBytes = 4;

// Longer rows are sorted in runs of so many elements, 16 of which are merged at
// a time: pairs would take four kernels in place of one.
static constexpr int64_t kRun = 2048, kMergedRuns = 16;

// Where rows have so many elements together that instructions decide, and not
// how many kernels follow each other, fewer runs are merged at a time: 16 runs
// are 15 searches, and twice 4 are 6.
static constexpr int64_t kManyElements = 1 << 18, kFewRuns = 4;

// A row of unknown length is merged to runs of up to so many elements before
// all that there are: 16 of these are half a million elements.
static constexpr int64_t kLongRun = 32768;

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
  Value countMerged(Value order, int64_t run, RunSize merged);
  void forEach(StringRef label, SortedRanks ranks, RunSize run,
               RankedBody body) const;
  Value buildOrder(SortedRanks ranks, RunSize run);

private:
  using Count =
      llvm::function_ref<Value(const SortedRow &, Value along, Value step)>;
  using RowBody = llvm::function_ref<void(const SortedRow &, Value along)>;

  void inRow(OpBuilder &b, Location loc, ValueRange at, RowBody body) const;
  Value countRanks(StringRef label, OpFoldResult steps, Count count);

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

// For each element, how many are in front of it: sums over `steps`, which
// threads share.
Value RankSort::countRanks(StringRef label, OpFoldResult steps, Count count) {
  Type type = builder.getI64Type();
  Value ranks = tir::allocBuffer(builder, loc, extents, type);
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
  return ranks;
}

// Something of each element, for the place in its row or run that it comes to.
void RankSort::forEach(StringRef label, SortedRanks ranks, RunSize run,
                       RankedBody body) const {
  tir::buildBlock(builder, loc, label, makeSpatial(extents),
                  [&](OpBuilder &b, Location loc, ValueRange at) {
                    inRow(b, loc, at, [&](const SortedRow &row, Value along) {
                      Value rank = row.math.add(getBegin(row.math, along, run),
                                                row.at(ranks.ranks, along));
                      body(row, rank,
                           ranks.from ? row.at(ranks.from, along) : along);
                    });
                  });
}

Value RankSort::buildOrder(SortedRanks ranks, RunSize run) {
  Value order = tir::allocBuffer(builder, loc, extents, builder.getI64Type());
  forEach("order", ranks, run,
          [&](const SortedRow &row, Value rank, Value place) {
            row.set(order, rank, place);
          });
  return order;
}

// Ranks in each run, by comparing each of its elements with each.
Value RankSort::countRuns(RunSize run) {
  OpFoldResult steps = run ? builder.getIndexAttr(*run) : getLength();
  return countRanks(
      "rank", steps, [&](const SortedRow &row, Value along, Value step) {
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

// Ranks in runs of `merged` elements, of the order that such of `run` elements
// have.
Value RankSort::countMerged(Value order, int64_t run, RunSize merged) {
  IndexMath sizes(builder, loc);
  OpFoldResult numRuns = sizes.toExtent(
      sizes.ceilDiv(merged ? sizes.constant(*merged) : sizes.value(getLength()),
                    sizes.constant(run)));
  return countRanks(
      "merge", numRuns, [&](const SortedRow &row, Value along, Value step) {
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
  uint64_t count = 1;
  for (OpFoldResult extent : extents)
    count = llvm::SaturatingMultiply<uint64_t>(
        count, getConstantIntValue(extent).value_or(0));
  return count >= kManyElements;
}

SortedRanks buildRanks(KernelBuilder &kernel, const SortedAxis &sorted) {
  RankSort sort(kernel, sorted);
  std::optional<int64_t> length = getConstantIntValue(sort.getLength());
  Type element = cast<MemRefType>(sorted.data.getType()).getElementType();
  bool isWide = getKeyType(element).getWidth() > 8 * kMaxKeyBytes;
  if (length && *length <= (isWide ? kRun : kBlockRow))
    return {sort.countRuns(std::nullopt), Value()};
  int64_t run = kRun, numRuns = sort.hasMany() ? kFewRuns : kMergedRuns;
  int64_t limit = length.value_or(kLongRun * kMergedRuns);
  Value order = sort.buildOrder({sort.countRuns(run), Value()}, run);
  for (; run * numRuns < limit; run *= numRuns) {
    Value ranks = sort.countMerged(order, run, run * numRuns);
    order = sort.buildOrder({ranks, order}, run * numRuns);
  }
  return {sort.countMerged(order, run, std::nullopt), order};
}

void forEachRank(KernelBuilder &kernel, const SortedAxis &sorted,
                 SortedRanks ranks, StringRef label, RankedBody body) {
  RankSort(kernel, sorted).forEach(label, ranks, std::nullopt, body);
}

Value buildOrderByRanks(KernelBuilder &kernel, const SortedAxis &sorted) {
  return RankSort(kernel, sorted)
      .buildOrder(buildRanks(kernel, sorted), std::nullopt);
}

} // namespace mlir::relax
