// Sorted runs in the shared memory of a block, and what merges them: by merge
// path (Green, McColl, Bader, 2012). A thread finds by a binary search how many
// of the elements in front of its own are of the first run, and then takes its
// own one by one from both. Runs that stand behind each other keep the order of
// equal keys, which a bitonic network would have to compare places for.
//
// Numbers of elements are of 32 bits. No step has branches that threads of a
// warp would go different ways at.
#include "MergeRuns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

using arith::CmpIPredicate;

static Value compare(KernelBuilder &b, CmpIPredicate predicate, Value lhs,
                     Value rhs) {
  return arith::CmpIOp::create(b, predicate, lhs, rhs);
}

static Value choose(KernelBuilder &b, Value condition, Value yes, Value no) {
  return arith::SelectOp::create(b, condition, yes, no);
}

template <typename Op>
static Value combine(KernelBuilder &b, Value lhs, Value rhs) {
  return b.createOrFold<Op>(lhs, rhs);
}

static Value plus(KernelBuilder &b, Value lhs, int64_t rhs) {
  return combine<arith::AddIOp>(b, lhs, b.number32(rhs));
}

//===----------------------------------------------------------------------===//
// In registers
//===----------------------------------------------------------------------===//

// Exchange two items that are not in order: keys may be equal, places not.
static void compareItems(KernelBuilder &b, SortedItems &items, int64_t i,
                         int64_t j) {
  Value isEarlier =
      compare(b, CmpIPredicate::ult, items.places[j], items.places[i]);
  Value isSame = compare(b, CmpIPredicate::eq, items.keys[j], items.keys[i]);
  Value isLess = compare(b, CmpIPredicate::ult, items.keys[j], items.keys[i]);
  Value swaps = combine<arith::OrIOp>(
      b, isLess, combine<arith::AndIOp>(b, isSame, isEarlier));
  for (SmallVector<Value> *values : {&items.keys, &items.places}) {
    Value first = (*values)[i], second = (*values)[j];
    (*values)[i] = choose(b, swaps, second, first);
    (*values)[j] = choose(b, swaps, first, second);
  }
}

// Batcher's odd-even merge sort: of 8 items 19 comparisons, and 28 if only
// neighbours were compared, for which places would not matter.
void sortItems(KernelBuilder &b, SortedItems &items) {
  int64_t size = items.keys.size();
  for (int64_t run = 1; run < size; run *= 2)
    for (int64_t step = run; step != 0; step /= 2)
      for (int64_t first = step % run; first + step < size; first += 2 * step)
        for (int64_t i = first; i != std::min(first + step, size - step); ++i)
          if (i / (2 * run) == (i + step) / (2 * run))
            compareItems(b, items, i, i + step);
}

//===----------------------------------------------------------------------===//
// In shared memory
//===----------------------------------------------------------------------===//

// What threads have, contiguous, as vectors: 128 bits at once, which four lanes
// in turn have the banks of.
void RunMerge::write(int64_t count, Value condition) {
  b.branch(condition, [&] {
    Value first = b.mul(b.toIndex(lane), count);
    auto writeOwn = [&](Value own, Value shared) {
      b.vectorize(count, [&](Value i) {
        b.store(b.load(own, i), shared, {slot, b.add(first, i)});
      });
    };
    writeOwn(ownKeys, keys);
    writeOwn(ownPlaces, places);
  });
  b.barrier();
}

void RunMerge::makeOwn(int64_t count) {
  auto make = [&](Value shared) {
    return b.registers(count,
                       cast<MemRefType>(shared.getType()).getElementType());
  };
  ownKeys = make(keys);
  ownPlaces = make(places);
}

void RunMerge::writeRuns(const SortedItems &items, int64_t count) {
  run = count;
  held = lanes * count;
  makeOwn(count);
  for (int64_t i = 0; i != count; ++i) {
    b.store(items.keys[i], ownKeys, b.index(i));
    b.store(items.places[i], ownPlaces, b.index(i));
  }
  write(count, Value());
}

void RunMerge::mergeAll(int64_t perLane, int64_t limit) {
  while (run < held) {
    int64_t merged = std::min(2 * run, limit);
    mergePairs(merged, std::min(perLane, merged));
  }
}

// The greatest number of elements of the first run that may stand in front of a
// diagonal: the last of them is no greater than the first one of the second run
// that does not. Each step takes in half as many as the one before. What is
// loaded is in the row, whether it counts or not.
Value RunMerge::findSplit(Value first, Value diagonal, int64_t most) {
  Value second = plus(b, first, run), low, high;
  if (areWhole()) {
    low = combine<arith::MaxSIOp>(b, plus(b, diagonal, -run), b.number32(0));
    high = combine<arith::MinUIOp>(b, diagonal, b.number32(run));
  } else {
    Value end =
        combine<arith::MinUIOp>(b, plus(b, second, run), b.number32(held));
    second = combine<arith::MinUIOp>(b, second, b.number32(held));
    Value left = combine<arith::SubIOp>(b, end, second);
    low = combine<arith::MaxSIOp>(b, combine<arith::SubIOp>(b, diagonal, left),
                                  b.number32(0));
    high = combine<arith::MinUIOp>(b, diagonal,
                                   combine<arith::SubIOp>(b, second, first));
  }
  // One is compared even if none may be.
  Value last = combine<arith::MaxUIOp>(b, high, b.number32(1));
  Value behind = combine<arith::AddIOp>(b, second, diagonal);
  for (int64_t step = llvm::bit_floor<uint64_t>(most); step != 0; step /= 2) {
    Value next = combine<arith::MinUIOp>(b, plus(b, low, step), last);
    Value own = plus(b, combine<arith::AddIOp>(b, first, next), -1);
    Value other = combine<arith::SubIOp>(b, behind, next);
    if (!areWhole())
      other = combine<arith::MinUIOp>(b, other, b.number32(held - 1));
    low = choose(
        b, compare(b, CmpIPredicate::ule, load(keys, own), load(keys, other)),
        next, low);
  }
  return combine<arith::MinUIOp>(b, low, high);
}

// The next elements of both runs, the lesser one first. Behind the end of the
// second one is another run, or a key that there is one more of than elements.
void RunMerge::mergeItems(Value first, Value split, Value diagonal) {
  Value end = plus(b, first, run);
  Value second = combine<arith::AddIOp>(
      b, end, combine<arith::SubIOp>(b, diagonal, split));
  Value secondEnd = plus(b, end, run);
  if (!areWhole()) {
    end = combine<arith::MinUIOp>(b, end, b.number32(held));
    second = combine<arith::MinUIOp>(b, second, b.number32(held));
    secondEnd = combine<arith::MinUIOp>(b, secondEnd, b.number32(held));
  }
  first = combine<arith::AddIOp>(b, first, split);
  Value firstKey = load(keys, first), secondKey = load(keys, second);
  int64_t count = cast<MemRefType>(ownKeys.getType()).getDimSize(0);
  for (int64_t i = 0; i != count; ++i) {
    Value isFirst = combine<arith::OrIOp>(
        b, compare(b, CmpIPredicate::uge, second, secondEnd),
        compare(b, CmpIPredicate::ule, firstKey, secondKey));
    isFirst = combine<arith::AndIOp>(
        b, compare(b, CmpIPredicate::ult, first, end), isFirst);
    Value from = choose(b, isFirst, first, second);
    b.store(choose(b, isFirst, firstKey, secondKey), ownKeys, b.index(i));
    b.store(load(places, from), ownPlaces, b.index(i));
    if (i + 1 == count)
      return;
    Value next = plus(b, from, 1), key = load(keys, next);
    first = choose(b, isFirst, next, first);
    second = choose(b, isFirst, second, next);
    firstKey = choose(b, isFirst, key, firstKey);
    secondKey = choose(b, isFirst, secondKey, key);
  }
}

// Each of so many threads merges a part of a pair. Of the other threads none
// reads, so that warps of these wait at the barriers only.
void RunMerge::mergePairs(int64_t merged, int64_t perLane) {
  int64_t pairs = llvm::divideCeil(held, 2 * run);
  int64_t last = std::min(merged, held - (pairs - 1) * 2 * run);
  int64_t next = (pairs - 1) * merged + last;
  int64_t lanesOfPair = merged / perLane;
  makeOwn(perLane);
  Value isActive;
  if (next / perLane < lanes)
    isActive = compare(b, CmpIPredicate::ult, lane, b.number32(next / perLane));
  b.branch(isActive, [&] {
    Value pair = combine<arith::DivUIOp>(b, lane, b.number32(lanesOfPair));
    Value first = combine<arith::MulIOp>(b, pair, b.number32(2 * run));
    Value member = combine<arith::RemUIOp>(b, lane, b.number32(lanesOfPair));
    Value diagonal = combine<arith::MulIOp>(b, member, b.number32(perLane));
    Value split = lanesOfPair == 1 ? b.number32(0)
                                   : findSplit(first, diagonal,
                                               std::min(run, merged - perLane));
    mergeItems(first, split, diagonal);
  });
  b.barrier();
  run = merged;
  held = next;
  write(perLane, isActive);
}

} // namespace mlir::tir
