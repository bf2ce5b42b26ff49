// Sorted runs in the shared memory of a block, and what merges them.
#ifndef RELAX_LIB_KERNELS_SORT_MERGERUNS_H
#define RELAX_LIB_KERNELS_SORT_MERGERUNS_H

#include "Relax/Dialect/TIR/IR/KernelBuilder.h"

namespace mlir::tir {

/// Keys, and the places in their row that they had, of 32 bits: some values of
/// a thread, or a row of shared memory.
struct SortedItems {
  SmallVector<Value> keys, places;
};

/// Put the items of a thread in order, which have places in order. Those of the
/// same key keep it.
void sortItems(KernelBuilder &b, SortedItems &items);

/// Runs of one size, contiguous, the last of which may be shorter;
/// threads merge pairs of these, of which the first so many elements stay.
class RunMerge {
public:
  /// `keys` and `places` have a row for each `slot`, with room for one item
  /// more than there are; `lane` is one of so many threads.
  RunMerge(KernelBuilder &b, SortedItems shared, Value slot, Value lane,
           int64_t lanes)
      : b(b), keys(shared.keys.front()), places(shared.places.front()),
        slot(slot), lane(lane), lanes(lanes) {}

  /// Write the first `count` items of each thread, as a run each.
  void writeRuns(const SortedItems &items, int64_t count);
  /// Merge pairs until there is one run. Both are powers of 2.
  void mergeAll(int64_t perLane, int64_t limit);
  /// How many elements there are.
  int64_t getHeld() const { return held; }

private:
  void mergePairs(int64_t merged, int64_t perLane);
  Value findSplit(Value first, Value diagonal, int64_t most);
  void mergeItems(Value first, Value split, Value diagonal);
  void makeOwn(int64_t count);
  void write(int64_t count, Value condition);
  Value load(Value buffer, Value at) {
    return b.load(buffer, {slot, b.toIndex(at)});
  }
  bool areWhole() const { return held % (2 * run) == 0; }

  KernelBuilder &b;
  Value keys, places, slot, lane;
  int64_t lanes;
  /// What a thread has of the next runs.
  Value ownKeys, ownPlaces;
  int64_t run = 0, held = 0;
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_SORT_MERGERUNS_H
