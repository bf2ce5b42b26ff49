// A row of what is sorted, in the body of a block.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_SORTEDROW_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_SORTEDROW_H

#include "Sorting.h"

namespace mlir::relax {

/// One row, in a block. Loops in a block carry no values, so what they count is
/// in memory.
struct SortedRow {
  BlockMath math;
  const SortedAxis &sorted;
  ValueRange row;
  Value length;

  SmallVector<Value> at(Value along) const {
    return insertAxis(row, sorted.axis, along);
  }
  Value at(Value buffer, Value along) const {
    return math.loadIndex(buffer, at(along));
  }
  void set(Value buffer, Value along, Value place) const {
    math.store(place, buffer, at(along));
  }
  Value isBefore(arith::CmpIPredicate predicate, Value lhs, Value rhs) const {
    return arith::CmpIOp::create(math.getBuilder(), math.getLoc(), predicate,
                                 lhs, rhs);
  }
  Value getKey(Value place) const;
  Value getDigit(Value place, unsigned shift, int64_t numDigits) const;
  void sortByCounting(Value order, Value count) const;
  /// `shift` is how many bits of a key are behind the digit.
  void sortByDigit(Value from, Value to, Value counts, unsigned shift) const;
};

/// The type of the numbers without a sign that elements are sorted by.
IntegerType getKeyType(Type element);

/// `buildOrder` by many threads.
Value buildOrderByRanks(KernelBuilder &kernel, const SortedAxis &sorted);

/// The ranks of elements in their row: of the one at place `from[at]`, or of
/// that at place `at`.
struct SortedRanks {
  Value ranks, from;
};
SortedRanks buildRanks(KernelBuilder &kernel, const SortedAxis &sorted);

/// Write `body` for each element: where in its row it comes, and where it was.
using RankedBody =
    llvm::function_ref<void(const SortedRow &, Value rank, Value place)>;
void forEachRank(KernelBuilder &kernel, const SortedAxis &sorted,
                 SortedRanks ranks, StringRef label, RankedBody body);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_SORTEDROW_H
