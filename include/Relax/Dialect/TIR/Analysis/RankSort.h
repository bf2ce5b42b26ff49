// Sorts that are written as ranks: how many elements of a row are in front.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_RANKSORT_H
#define RELAX_DIALECT_TIR_ANALYSIS_RANKSORT_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// A nest that stores something of each element, for which it reads the rank.
struct RankedStore {
  LoopNest nest;
  memref::StoreOp store;
  memref::LoadOp rank;
  /// Only elements of lesser ranks are stored, if not all.
  std::optional<int64_t> limit;
};

/// A reduction that counts for each element of a row how many others have a
/// lesser key, or the same and an earlier place; and all nests that use it.
struct RankSort {
  Reduction ranks;
  /// The iterator that is the place of an element in its row.
  unsigned along = 0;
  /// The key of an element, in the block that counts: an integer without sign.
  Value key;
  /// So many neighbours are sorted among themselves, if not whole rows.
  std::optional<int64_t> run;
  SmallVector<RankedStore> stores;

  LoopNest &getNest() { return ranks.nest; }
  /// The length of a row.
  Value getLength() { return ranks.nest.getExtent(along); }
  /// The most elements that are sorted together, if that is known.
  std::optional<int64_t> getMaxLength() {
    return run ? run : getConstantIndex(getLength());
  }
  /// How many elements of each row are stored at most, if not all.
  std::optional<int64_t> getLimit();
};

/// The sort whose ranks `nest` counts, or the reason why it is none.
FailureOr<RankSort> matchRankSort(LoopNest nest, std::string *why);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_RANKSORT_H
