// What part of a buffer is touched while some loops run.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_ACCESSREGION_H
#define RELAX_DIALECT_TIR_ANALYSIS_ACCESSREGION_H

#include "Relax/Dialect/TIR/Analysis/IndexSpace.h"

namespace mlir::tir {

/// Numbers from `first` to `last`; null where nothing is known.
struct IndexRange {
  AffineExpr first, last;
  explicit operator bool() const { return first && last; }
};

/// Ranges of indices while the loops inside an op run, as expressions of what
/// does not change meanwhile.
class AccessRegion {
public:
  /// Of the loops inside `op`; it does not count itself. What indices are
  /// expressed in belongs to the function or the block around it.
  explicit AccessRegion(Operation *op) : AccessRegion(op, op) {}
  /// The same; values that are computed inside `from` are not there where
  /// `build` writes.
  AccessRegion(Operation *op, Operation *from);

  /// The range of an index.
  IndexRange getRange(Value index);
  /// The smallest range that holds both; unknown if that is not decided.
  static IndexRange join(IndexRange a, IndexRange b);
  /// True if all that an expression is of is there before the op's body.
  bool isKnownBefore(AffineExpr expr) const;
  /// How many numbers a known range has.
  static AffineExpr getSize(IndexRange range);
  /// True if the indices, whose ranges are known, take all combinations of
  /// values in these.
  bool isHyperRectangular(ValueRange indices);
  /// True if a range provably begins at 0 and ends at `extent` - 1 or later.
  bool isWhole(IndexRange range, Value extent);

  /// Write what computes an expression; null if a part of it is not there.
  Value build(OpBuilder &builder, Location loc, AffineExpr expr);
  /// Write what computes how far an index is behind `first`, which is known
  /// before; where both have terms in common, without these.
  Value buildDistance(OpBuilder &builder, Location loc, Value index,
                      AffineExpr first);
  /// Write a loop for each range, or for all numbers below the extent where it
  /// is unknown, but none for a single number. Gives the numbers; the insertion
  /// point is in the innermost loop.
  SmallVector<Value> buildLoops(OpBuilder &builder, Location loc,
                                ArrayRef<IndexRange> ranges,
                                ValueRange extents);

private:
  ForOp getInnerLoop(unsigned dim) const;
  IndexRange getRange(AffineExpr expr);

  Operation *op, *from;
  IndexSpace space;
};

/// Write what computes an expression of dimensions; null if one is.
Value buildExpr(OpBuilder &builder, Location loc, AffineExpr expr,
                llvm::function_ref<Value(unsigned)> getDim);

/// Let a block whose loops may stick out of the extents of its iterators run
/// only within them.
void addRangeConditions(BlockOp block);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_ACCESSREGION_H
