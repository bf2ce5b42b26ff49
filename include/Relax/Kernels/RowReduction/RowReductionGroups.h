// Nests that can share a kernel: what one computes of a row, the others use
// for that row only.
#ifndef RELAX_KERNELS_ROWREDUCTION_ROWREDUCTIONGROUPS_H
#define RELAX_KERNELS_ROWREDUCTION_ROWREDUCTIONGROUPS_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// A nest, and how it goes over rows.
struct RowLoopNest {
  LoopNest nest;
  /// The iterator for each axis of rows.
  SmallVector<unsigned> rows;
  /// All others, in their order: those that reduce, or that are spatial.
  SmallVector<unsigned> inner;

  bool reduces() const { return BlockOp(nest.block).isReduction(); }
};

/// An index that is an iterator, the row, or that of a member of a row: `row *
/// size + member` of two iterators, of which `member` has that extent.
struct RowIndex {
  unsigned row;
  std::optional<unsigned> member;
  int64_t size = 1;
};

/// `index`, in a block, as such; nullopt if it is something else.
std::optional<RowIndex> matchRowIndex(BlockOp block, Value index);

/// Loop nests that follow each other and have axes in common, the rows,
/// such that no nest touches for a row what another one writes for another.
/// Reductions have no other spatial axes, but for such of one value.
struct RowReductionGroup {
  SmallVector<RowLoopNest> nests;

  /// Numbers of rows along each axis.
  SmallVector<Value> getRowExtents();
  /// The one number of rows, if it is a constant.
  std::optional<int64_t> getNumRows();
  /// How many values the other iterators of a nest have together, if that is a
  /// constant.
  static std::optional<int64_t> getNumInner(RowLoopNest &nest);
  /// The greatest such number; nullopt if one is unknown.
  std::optional<int64_t> getMaxInner();
  /// True if rows are so few and so long that a block each would leave most of
  /// a GPU idle: pieces of rows are better.
  bool isOfFewLongRows();
  /// How many nests go through all of such a long row.
  int64_t countLongNests();
  /// True if neighbours in memory differ in their rows, by most of what is
  /// loaded; false if they are of one row.
  bool isAcrossRows();
};

/// The nests at the top from `root` on, with nothing but sizes and new buffers
/// between.
SmallVector<LoopNest> collectNests(Operation *root);

/// True if both may be one buffer, as parameters of one type may: a call may
/// work in place.
bool mayBeSame(Value a, Value b);

/// The group of those nests; nullopt if they are none, or none of them reduces.
std::optional<RowReductionGroup>
matchRowReductionGroup(ArrayRef<LoopNest> nests);

/// The longest group that begins with the first nest.
std::optional<RowReductionGroup>
findRowReductionGroup(ArrayRef<LoopNest> nests);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_ROWREDUCTIONGROUPS_H
